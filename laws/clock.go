package laws

// ClockRules is the rules of the clock that a recorder can see at work.
type ClockRules struct {
	WrongSetting      Rule `toml:"wrong_setting"`      // a clock that was set wrongly is put right
	Conclusive        Rule `toml:"conclusive"`         // what the clock shows is conclusive, unless it is evidently defective
	AfterIrregularity Rule `toml:"after_irregularity"` // the arbiter sets the times by his best judgement
}

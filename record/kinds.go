package record

import "recorderd/sentence"

// kind is how findings of one code are always told.
type kind struct {
	level  Level
	sensed bool // what sensors and people did: no reading of the plies makes it void
	late   bool // it is said after the end too
}

// kinds are the codes of the contract, section 4.
var kinds = map[string]kind{
	"checkmate":        {level: Decisive},
	"stalemate":        {level: Decisive},
	"dead-position":    {level: Decisive},
	"fivefold":         {level: Decisive},
	"seventyfive-move": {level: Decisive},

	"threefold":  {level: Claimable},
	"fifty-move": {level: Claimable},
	"flag-fall":  {level: Claimable, sensed: true},

	"illegal-move-completed": {level: Irregularity},
	"illegal-move-stands":    {level: Irregularity},
	"both-kings-in-check":    {level: Irregularity},
	"pawn-on-last-rank":      {level: Irregularity},
	"king-missing":           {level: Irregularity},
	"piece-surplus":          {level: Irregularity},
	"setup-wrong":            {level: Irregularity},
	"press-without-move":     {level: Irregularity},
	"both-flags":             {level: Irregularity, sensed: true},
	"clock-jump":             {level: Irregularity, sensed: true},
	"clock-start-wrong":      {level: Irregularity, sensed: true},
	"increment-missing":      {level: Irregularity, sensed: true},
	"clock-stopped":          {level: Irregularity, sensed: true},
	"clock-lost":             {level: Irregularity, sensed: true},

	"illegal-move-withdrawn": {level: Note},
	"setup-window-closed":    {level: Note},
	"touch-move":             {level: Note},
	"castling-rook-first":    {level: Note},
	"two-pieces-lifted":      {level: Note},
	"move-changed":           {level: Note},
	"piece-displaced":        {level: Note},
	"reply-before-press":     {level: Note},
	"press-missing":          {level: Note},
	"event-after-end":        {level: Note, sensed: true, late: true},
	"draw-offer":             {level: Note, sensed: true},
	"result-signal":          {level: Note, sensed: true, late: true},
	"analysis":               {level: Note, sensed: true, late: true},
	"scoresheet-free":        {level: Note, sensed: true},
	"last-two-minutes":       {level: Note, sensed: true},
	"rule-unverified":        {level: Note},

	"ambiguous-move":    {level: Quality},
	"order-unknown":     {level: Quality},
	"missed-move":       {level: Quality},
	"unreadable":        {level: Quality},
	"sensor-episode":    {level: Quality, sensed: true},
	"square-unreliable": {level: Quality, sensed: true},
	"second-opinion":    {level: Quality},
	"link-lost":         {level: Quality, sensed: true},
	"link-restored":     {level: Quality, sensed: true},
	"recovered":         {level: Quality, sensed: true},
}

// In returns the finding in words of this language.
func (f Finding) In(l sentence.Language) string {
	return sentence.Of(l, sentence.Fact{
		Code: f.Code, Side: f.Side, T: f.T, Ply: f.Ply, Article: f.Article, Data: f.Data,
	})
}

// In returns the claim with its verdict, in words of this language.
func (c Claim) In(l sentence.Language) string {
	return sentence.OfClaim(l, sentence.Claim{
		By: c.By, Claim: c.Claim, Supported: c.Supported, T: c.T, Ply: c.Ply, Article: c.Article, Data: c.Data,
	})
}

// worded returns a finding with the level and the sentence of its code.
func worded(f Finding) Finding {
	if f.Level == "" {
		f.Level = kinds[f.Code].level
	}
	f.Text = f.In(sentence.English)
	return f
}

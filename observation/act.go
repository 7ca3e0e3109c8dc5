package observation

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// ParseAct reads an act that somebody sends, strictly: what its kind needs must
// be there, and nothing that it has no use for. A slip is told while it can be
// put right; in a file there is nobody to tell, so ParseLine takes more. The
// error names the key and what may stand there.
func ParseAct(b []byte) (Act, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(b, &keys); err != nil {
		return Act{}, fmt.Errorf("want one JSON object, such as {\"by\":\"white\",\"kind\":\"resign\"}: %w", inWords(err))
	}
	var a Act
	if err := json.Unmarshal(b, &a); err != nil {
		return Act{}, inWords(err)
	}
	k, known := actKinds[a.Kind]
	if !known {
		return Act{}, fmt.Errorf("\"kind\": %w", oneOf(string(a.Kind), kindsOfActs()))
	}
	if err := k.check(a, keys); err != nil {
		return Act{}, fmt.Errorf("%s: %w", a.Kind, err)
	}
	return a, nil
}

// actKind is what a kind of act needs.
type actKind struct {
	by     []string
	fields []actField // besides those that every act may have
}

// actField is a key of an act. Its check takes the whole act, and says what may
// stand there.
type actField struct {
	key    string
	needed bool
	check  func(Act) error
}

// Who may do what. Over HTTP everybody is arbiter: this keeps nobody out, but
// a resignation must say whose it is, and a result whose word.
var (
	players = []string{"white", "black"}
	arbiter = []string{"arbiter"}
	anybody = []string{"white", "black", "arbiter"}
)

var actKinds = map[ActKind]actKind{
	ActClaim: {anybody, []actField{
		{"claim", true, func(a Act) error { return oneOf(a.Claim, claims) }},
		{"move", false, func(a Act) error { return checkSAN(a.Move) }},
	}},
	ActDrawOffer:   {by: players},
	ActDrawAccept:  {by: players},
	ActDrawDecline: {by: players},
	ActResign:      {by: players},
	ActStopClock:   {by: anybody},
	ActStartClock:  {by: anybody},
	ActSetClock: {arbiter, []actField{
		{"white_ms", true, func(a Act) error { return checkMS(a.WhiteMS) }},
		{"black_ms", true, func(a Act) error { return checkMS(a.BlackMS) }},
		{"running", true, func(a Act) error { return oneOf(a.Running, []string{"white", "black", "none"}) }},
	}},
	ActRestore: {arbiter, []actField{{"fen", true, func(a Act) error { return checkFEN(a.FEN) }}}},
	ActCorrectMove: {arbiter, []actField{
		{"ply", true, func(a Act) error { return checkPly(a.Ply, 1) }},
		{"san", true, func(a Act) error { return checkSAN(a.SAN) }},
	}},
	ActTakeback: {anybody, []actField{{"to_ply", true, checkToPly}}},
	ActRuling:   {arbiter, []actField{actText}},
	ActResult: {arbiter, []actField{
		{"result", true, func(a Act) error { return oneOf(a.Result, results) }},
		{"reason", false, checkReason},
	}},
	ActAdjourn: {arbiter, []actField{
		{"sealed_by", false, anyText}, {"resumes", false, anyText}, {"place", false, anyText}, {"offer", false, checkOffer},
	}},
	ActResume:    {by: arbiter},
	ActShown:     {by: anybody},
	ActNote:      {anybody, []actField{actText}},
	ActNewGame:   {by: arbiter},
	ActCloseGame: {by: arbiter},
}

var actText = actField{"text", true, func(a Act) error {
	if strings.TrimSpace(a.Text) == "" {
		return errors.New("want words")
	}
	return nil
}}

var (
	claims  = []string{"threefold", "fifty", "flag", "illegal-move", "touch-move", "dead-position", "quickplay"}
	results = []string{"1-0", "0-1", "1/2-1/2", "*", "0-0", "1/2-0", "0-1/2"} // no more than a point is shared (11.1)

	terminations = []string{"checkmate", "stalemate", "dead-position", "threefold", "fivefold", "fifty-move", "seventyfive-move",
		"agreement", "resignation", "flag", "illegal-move", "ruling", "adjourned", "unfinished"}
)

// checkReason refuses a reason that cannot give this score. What the arbiter rules
// may give any.
func checkReason(a Act) error {
	if err := oneOf(a.Reason, terminations); err != nil {
		return err
	}
	fits := []string{a.Result}
	switch a.Reason {
	case "checkmate":
		fits = []string{"1-0", "0-1"}
	case "stalemate", "dead-position", "threefold", "fivefold", "fifty-move", "seventyfive-move", "agreement":
		fits = []string{"1/2-1/2"}
	case "resignation", "flag", "illegal-move":
		fits = []string{"1-0", "0-1", "1/2-1/2"}
	case "adjourned", "unfinished":
		fits = []string{"*"}
	}
	if !slices.Contains(fits, a.Result) {
		return fmt.Errorf("%s gives %s, not %s: enter another reason, or ruling", a.Reason, strings.Join(fits, " or "), a.Result)
	}
	return nil
}

// check goes through the keys that were sent.
func (k actKind) check(a Act, keys map[string]json.RawMessage) error {
	allowed := []string{"id", "name", "by", "kind"}
	for _, f := range k.fields {
		allowed = append(allowed, f.key)
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		if !slices.Contains(allowed, key) {
			return fmt.Errorf("unknown key %q: known are %s", clip(key), strings.Join(allowed, ", "))
		}
	}
	if err := oneOf(a.By, k.by); err != nil {
		return fmt.Errorf("\"by\": %w", err)
	}
	if utf8.RuneCountInString(a.ID) > longestID {
		return fmt.Errorf("\"id\": want at most %d characters", longestID)
	}
	for _, f := range k.fields {
		if _, sent := keys[f.key]; !sent && !f.needed {
			continue
		}
		if err := f.check(a); err != nil {
			return fmt.Errorf("%q: %w", f.key, err)
		}
	}
	return nil
}

// The bounds of what is taken. A number has to be readable on a small machine
// too, and a clock shows hours.
const (
	longestID    = 128
	longestPly   = 9999
	longestClock = 100 * 60 * 60 * 1000

	longestPlacement = 71 // eight ranks of eight pieces
)

func kindsOfActs() (all []string) {
	for k := range actKinds {
		all = append(all, string(k))
	}
	slices.Sort(all)
	return all
}

func oneOf(s string, want []string) error {
	if slices.Contains(want, s) {
		return nil
	}
	words := want[0]
	if n := len(want) - 1; n > 0 {
		words = strings.Join(want[:n], ", ") + " or " + want[n]
	}
	return fmt.Errorf("want %s, not %q", words, clip(s))
}

// anyText is what reading has made sure of.
func anyText(Act) error { return nil }

// sanForm takes the long form of a move that is not legal too.
var sanForm = regexp.MustCompile(`^[!-~]{2,24}$`)

func checkSAN(s string) error {
	if !sanForm.MatchString(s) {
		return fmt.Errorf("want a move as it is written, such as Nf3, not %q", clip(s))
	}
	return nil
}

func checkMS(ms *int64) error {
	if ms == nil || *ms < 0 || *ms > longestClock {
		return fmt.Errorf("want milliseconds, 0 to %d", longestClock)
	}
	return nil
}

func checkPly(ply, least int) error {
	if ply < least || ply > longestPly {
		return fmt.Errorf("want the number of a ply, %d to %d", least, longestPly)
	}
	return nil
}

func checkToPly(a Act) error {
	if a.ToPly == nil {
		return errors.New("want the number of the last ply that stays, 0 for none")
	}
	return checkPly(*a.ToPly, 0)
}

func checkOffer(a Act) error {
	// Anything else could nest so deep that the line can't be read again where
	// it stands inside another.
	switch a.DrawOffer.(type) {
	case nil, bool, string:
		return nil
	}
	return errors.New("want true, false or a text")
}

// fenFields are the fields of a FEN after the placement, of which any number may
// be left out.
var fenFields = []struct {
	form *regexp.Regexp
	want string
}{
	{regexp.MustCompile(`^[wb]$`), "w or b for the side to move"},
	{regexp.MustCompile(`^[-A-HKQa-hkq]{1,16}$`), "castling rights as in KQkq, or -"},
	{regexp.MustCompile(`^(-|[a-h][1-8])$`), "the square of a capture en passant, or -"},
	{regexp.MustCompile(`^(-|[0-9]{1,4})$`), "the half-moves without pawn move or capture"},
	{regexp.MustCompile(`^(-|[0-9]{1,4})$`), "the number of the move"},
}

func checkFEN(fen string) error {
	fields := strings.Fields(fen)
	if len(fields) == 0 || len(fields) > 1+len(fenFields) {
		return fmt.Errorf("want a FEN of one to six fields, such as \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\", not %d", len(fields))
	}
	if len(fields[0]) > longestPlacement {
		return fmt.Errorf("want a FEN: eight ranks have at most %d characters", longestPlacement)
	}
	pl, err := ParsePlacement(fields[0])
	if err == nil && slices.Contains(pl[:], Occupied) {
		err = errors.New("\"o\" is no piece of chess")
	}
	if err != nil {
		return fmt.Errorf("want a FEN: %w", err)
	}
	for i, s := range fields[1:] {
		if f := fenFields[i]; !f.form.MatchString(s) {
			return fmt.Errorf("want a FEN: field %d is %s, not %q", i+2, f.want, clip(s))
		}
	}
	return nil
}

// inWords says in the words of JSON what package json says in those of Go.
func inWords(err error) error {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err
	}
	if wrong.Field == "" {
		return fmt.Errorf("this is of another kind: %s", wrong.Value)
	}
	want := "a text in quotes"
	if k := wrong.Type.Kind().String(); strings.HasPrefix(k, "int") {
		want = "a whole number"
	}
	return fmt.Errorf("%q: want %s, not %s", wrong.Field, want, clip(wrong.Value))
}

// clip shortens what is shown of a value that may be very long.
func clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// checkAct takes an act out of a file: what every version of this program could
// have written there.
func checkAct(a Act) (Act, error) {
	if _, known := actKinds[a.Kind]; !known {
		return a, fmt.Errorf("%q is no kind of act", a.Kind)
	}
	if a.By != "" && !slices.Contains(anybody, a.By) {
		return a, fmt.Errorf("an act is by white, black or arbiter, not by %q", a.By)
	}
	if err := checkOffer(a); err != nil {
		return a, fmt.Errorf("\"offer\": %w", err)
	}
	return a, nil
}

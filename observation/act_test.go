package observation

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sent is an act of each kind as somebody sends it.
var sent = []string{
	`{"by":"white","kind":"claim","claim":"threefold","move":"Nf3"}`,
	`{"by":"black","kind":"claim","claim":"flag"}`,
	`{"by":"white","kind":"claim","claim":"fifty"}`,
	`{"by":"white","kind":"claim","claim":"illegal-move"}`,
	`{"by":"white","kind":"claim","claim":"touch-move"}`,
	`{"by":"arbiter","kind":"claim","claim":"dead-position"}`,
	`{"by":"black","kind":"claim","claim":"quickplay"}`,
	`{"by":"white","kind":"draw-offer","id":"a-1","name":"A. Lima"}`,
	`{"by":"black","kind":"draw-accept"}`,
	`{"by":"black","kind":"draw-decline"}`,
	`{"by":"black","kind":"resign"}`,
	`{"by":"white","kind":"stop-clock"}`,
	`{"by":"arbiter","kind":"start-clock"}`,
	`{"by":"arbiter","kind":"set-clock","white_ms":0,"black_ms":60000,"running":"none"}`,
	`{"by":"arbiter","kind":"restore","fen":"4k3/6pp/8/8/7q/8/1P5P/R3K3 w Q - 0 18"}`,
	`{"by":"arbiter","kind":"restore","fen":"4k3/8/8/8/8/8/8/4K3"}`,
	`{"by":"arbiter","kind":"restore","fen":"r3k2r/8/8/3pP3/8/8/8/R3K2R w HAkq d6 - -"}`,
	`{"by":"arbiter","kind":"correct-move","ply":12,"san":"axb8=Q+"}`,
	`{"by":"arbiter","kind":"correct-move","ply":1,"san":"Nb1xd2=Q?!illegal"}`,
	`{"by":"white","kind":"takeback","to_ply":0}`,
	`{"by":"arbiter","kind":"ruling","text":"Play on <é>"}`,
	`{"by":"arbiter","kind":"result","result":"1/2-0","reason":"ruling"}`,
	`{"by":"arbiter","kind":"result","result":"0-1/2"}`,
	`{"by":"arbiter","kind":"result","result":"*","reason":"adjourned"}`,
	`{"by":"arbiter","kind":"adjourn","sealed_by":"white","resumes":"18:00","place":"hall 2","offer":true}`,
	`{"by":"arbiter","kind":"adjourn","offer":"black"}`,
	`{"by":"arbiter","kind":"resume"}`,
	`{"by":"black","kind":"shown"}`,
	`{"by":"black","kind":"note","text":"no objection"}`,
	`{"by":"arbiter","kind":"new-game"}`,
	`{"by":"arbiter","kind":"close-game"}`,
}

// What is sent is the same act when it is read in a journal.
func TestEveryKindOfActIsTaken(t *testing.T) {
	kinds, words := map[ActKind]bool{}, map[string]bool{}
	for _, s := range sent {
		a, err := ParseAct([]byte(s))
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		_, read, err := ParseLine([]byte(`{"t":1,"act":` + s + `}`))
		if diff := cmp.Diff(Fact(a), read); err != nil || diff != "" {
			t.Errorf("%s reads as another act in a line: %v\n%s", s, err, diff)
		}
		kinds[a.Kind], words[a.Claim] = true, true
	}
	for k := range actKinds {
		if !kinds[k] {
			t.Errorf("no act of the kind %s was sent", k)
		}
	}
	for _, c := range claims {
		if !words[c] {
			t.Errorf("no claim of %s was sent", c)
		}
	}
}

// Each kind needs who did it, and each of its keys that is needed.
func TestWhatAnActNeedsCannotBeLeftOut(t *testing.T) {
	for _, s := range sent {
		var keys map[string]any
		if err := json.Unmarshal([]byte(s), &keys); err != nil {
			t.Fatal(err)
		}
		k := actKinds[ActKind(keys["kind"].(string))]
		needed := []string{"kind", "by"}
		for _, f := range k.fields {
			if f.needed {
				needed = append(needed, f.key)
			}
		}
		for _, key := range needed {
			old := keys[key]
			delete(keys, key)
			b, _ := json.Marshal(keys)
			if _, err := ParseAct(b); err == nil || !strings.Contains(err.Error(), `"`+key+`": want `) {
				t.Errorf("%s without %s: got %v", s, key, err)
			}
			keys[key] = old
		}
	}
}

func TestASlipInAnActIsTold(t *testing.T) {
	long := strings.Repeat("x", 5000)
	for _, c := range []struct{ sent, want string }{
		{``, `want one JSON object, such as {"by":"white","kind":"resign"}: unexpected end of JSON input`},
		{`resign`, `invalid character 'r'`},
		{`[]`, `want one JSON object, such as {"by":"white","kind":"resign"}: this is of another kind: array`},
		{`"resign"`, `this is of another kind: string`},
		{`null`, `"kind": want adjourn, claim, close-game, correct-move,`},
		{`{"by":"white","kind":"resign"}{}`, `after top-level value`},
		{`{"by":"white","kind":"dance"}`, `or takeback, not "dance"`},
		{`{"by":"white","kind":7}`, `"kind": want a text in quotes, not number`},
		{`{"by":"white","kind":"resign","KIND":"note"}`, `unknown key "KIND"`},
		{`{"by":"white","kind":"resign","By":"white"}`, `resign: unknown key "By": known are id, name, by, kind`},
		{`{"by":"white","kind":"resign","claim":"flag"}`, `resign: unknown key "claim"`},
		{`{"by":"white","kind":"claim","claim":"flag","ply":1}`, `claim: unknown key "ply": known are id, name, by, kind, claim, move`},
		{`{"by":"white","kind":"resign","` + long + `":1}`, `unknown key "xxx`},
		{`{"by":"crowd","kind":"note","text":"boo"}`, `note: "by": want white, black or arbiter, not "crowd"`},
		{`{"by":"arbiter","kind":"resign"}`, `resign: "by": want white or black, not "arbiter"`},
		{`{"by":"white","kind":"result","result":"1-0"}`, `result: "by": want arbiter, not "white"`},
		{`{"by":"white","kind":"resign","id":"` + long + `"}`, `"id": want at most 128 characters`},
		{`{"by":"white","kind":"resign","id":1}`, `"id": want a text in quotes, not number`},
		{`{"by":"white","kind":"claim","claim":"three"}`, `claim: "claim": want threefold, fifty, flag, illegal-move, touch-move, dead-position or quickplay, not "three"`},
		{`{"by":"white","kind":"claim","claim":"fifty","move":""}`, `claim: "move": want a move as it is written, such as Nf3, not ""`},
		{`{"by":"white","kind":"claim","claim":"fifty","move":"N f3"}`, `not "N f3"`},
		{`{"by":"white","kind":"claim","claim":"fifty","move":"` + long + `"}`, `…"`},
		{`{"by":"arbiter","kind":"set-clock","white_ms":-1,"black_ms":1,"running":"white"}`, `set-clock: "white_ms": want milliseconds, 0 to 360000000`},
		{`{"by":"arbiter","kind":"set-clock","white_ms":1,"black_ms":360000001,"running":"white"}`, `"black_ms": want milliseconds`},
		{`{"by":"arbiter","kind":"set-clock","white_ms":1,"black_ms":1.5,"running":"white"}`, `"black_ms": want a whole number, not number 1.5`},
		{`{"by":"arbiter","kind":"set-clock","white_ms":1,"black_ms":1,"running":"both"}`, `"running": want white, black or none, not "both"`},
		{`{"by":"arbiter","kind":"restore","fen":""}`, `restore: "fen": want a FEN of one to six fields`},
		{`{"by":"arbiter","kind":"restore","fen":"8/8/8/8/8/8/8/8 w - - 0 1 7"}`, `not 7`},
		{`{"by":"arbiter","kind":"restore","fen":"8/8/8"}`, `want eight ranks of eight squares`},
		{`{"by":"arbiter","kind":"restore","fen":"` + long + `"}`, `eight ranks have at most 71 characters`},
		{`{"by":"arbiter","kind":"restore","fen":"oooooooo/8/8/8/8/8/8/8"}`, `"o" is no piece of chess`},
		{`{"by":"arbiter","kind":"restore","fen":"8/8/8/8/8/8/8/8 x"}`, `field 2 is w or b for the side to move, not "x"`},
		{`{"by":"arbiter","kind":"restore","fen":"8/8/8/8/8/8/8/8 w KZ"}`, `field 3 is castling rights as in KQkq, or -, not "KZ"`},
		{`{"by":"arbiter","kind":"restore","fen":"8/8/8/8/8/8/8/8 w - e9"}`, `field 4 is the square of a capture en passant, or -, not "e9"`},
		{`{"by":"arbiter","kind":"restore","fen":"8/8/8/8/8/8/8/8 w - - -1"}`, `field 5 is`},
		{`{"by":"arbiter","kind":"restore","fen":"8/8/8/8/8/8/8/8 w - - 0 99999"}`, `field 6 is`},
		{`{"by":"arbiter","kind":"correct-move","ply":0,"san":"e4"}`, `correct-move: "ply": want the number of a ply, 1 to 9999`},
		{`{"by":"arbiter","kind":"correct-move","ply":10000,"san":"e4"}`, `"ply": want`},
		{`{"by":"arbiter","kind":"correct-move","ply":"1","san":"e4"}`, `"ply": want a whole number, not string`},
		{`{"by":"arbiter","kind":"correct-move","ply":1,"san":"e"}`, `"san": want a move`},
		{`{"by":"arbiter","kind":"takeback","to_ply":-1}`, `takeback: "to_ply": want the number of a ply, 0 to 9999`},
		{`{"by":"arbiter","kind":"takeback","to_ply":null}`, `"to_ply": want the number of the last ply that stays, 0 for none`},
		{`{"by":"arbiter","kind":"ruling","text":" "}`, `ruling: "text": want words`},
		{`{"by":"arbiter","kind":"result","result":"1-1"}`, `result: "result": want 1-0, 0-1, 1/2-1/2, *, 0-0, 1/2-0 or 0-1/2, not "1-1"`},
		{`{"by":"arbiter","kind":"result","result":"1-0","reason":"stalemate"}`, `"reason": stalemate gives 1/2-1/2, not 1-0: enter another reason, or ruling`},
		{`{"by":"arbiter","kind":"result","result":"*","reason":"checkmate"}`, `"reason": checkmate gives 1-0 or 0-1, not *`},
		{`{"by":"arbiter","kind":"result","result":"1-0","reason":"unfinished"}`, `"reason": unfinished gives *, not 1-0`},
		{`{"by":"arbiter","kind":"result","result":"1-0","reason":"sloth"}`, `"reason": want checkmate, stalemate,`},
		{`{"by":"arbiter","kind":"adjourn","resumes":18}`, `"resumes": want a text in quotes, not number`},
		{`{"by":"arbiter","kind":"adjourn","offer":[[]]}`, `adjourn: "offer": want true, false or a text`},
	} {
		a, err := ParseAct([]byte(c.sent))
		if err == nil || !strings.Contains(err.Error(), c.want) || a != (Act{}) {
			t.Errorf("%.200s: got %+v, %v, want ...%s", c.sent, a, err, c.want)
		}
		if err != nil && len(err.Error()) > 400 {
			t.Errorf("%.200s: told in %d characters", c.sent, len(err.Error()))
		}
	}
}

// A file may hold what nobody would be let send any more.
func TestFilesAreReadAsTheyStand(t *testing.T) {
	for _, s := range []string{
		`{"kind":"close-game"}`,
		`{"by":"arbiter","kind":"resign"}`,
		`{"by":"white","kind":"claim","claim":"boredom"}`,
		`{"by":"arbiter","kind":"restore","fen":"nonsense"}`,
		`{"by":"arbiter","kind":"result","result":"3-0","reason":"sloth"}`,
		`{"by":"white","kind":"note","text":"","later":"versions"}`,
	} {
		if _, _, err := ParseLine([]byte(`{"t":1,"act":` + s + `}`)); err != nil {
			t.Errorf("%s: %v", s, err)
		}
		if _, err := ParseAct([]byte(s)); err == nil {
			t.Errorf("%s can be sent", s)
		}
	}
}

// Whatever can be sent can be written, and read where it was written.
func FuzzParseAct(f *testing.F) {
	for _, s := range sent {
		f.Add([]byte(s))
	}
	f.Add([]byte(`{"by":"white","kind":"note","text":"` + "\xff\u2028\\u0000\\ud800" + `"}`))
	f.Add([]byte(`{"by":"arbiter","kind":"adjourn","offer":` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`))
	f.Add([]byte(`{"kind":"resign","by":"white","kind":"draw-offer"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		a, err := ParseAct(b)
		if err != nil {
			return
		}
		line := AppendLine(nil, 1, a)
		_, read, err := ParseLine(line)
		if diff := cmp.Diff(Fact(a), read); err != nil || diff != "" {
			t.Fatalf("%q written as %q: %v\n%s", b, line, err, diff)
		}
	})
}

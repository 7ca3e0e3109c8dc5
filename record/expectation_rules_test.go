package record_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"
)

// A record of three plies, of which the last was first read otherwise.
const someRecord = `{"ev":"start","t":0,"mode":"blitz"}
{"ev":"move","t":100,"ply":1,"san":"e4","alternatives":[["e2e4"]]}
{"ev":"complete","t":200,"ply":1,"white_ms":180000}
{"ev":"finding","t":200,"code":"touch-move","ply":1,"side":"white","data":{"touched":"d2","held_ms":700}}
{"ev":"move","t":300,"ply":2,"san":"e5"}
{"ev":"finding","t":400,"code":"move-changed","ply":2}
{"ev":"end","t":400,"result":"1-0"}
{"ev":"reopen","t":500}
{"ev":"retract","t":500,"ply":2,"why":"revision"}
{"ev":"move","t":300,"ply":2,"san":"e6"}
{"ev":"claim","t":600,"ply":2,"claim":"flag","supported":null}
{"ev":"summary","result":"*","moves":["e4","e6"],"findings":{"touch-move":1}}
`

func judgedBy(t *testing.T, record, expect string) error {
	t.Helper()
	var e expectation
	if err := json.Unmarshal([]byte(expect), &e); err != nil {
		t.Fatalf("%s: %v", expect, err)
	}
	lines, err := linesOf([]byte(record))
	if err != nil {
		t.Fatal(err)
	}
	return e.judge(lines)
}

// A judge who lets everything pass is none: each rule is met once and broken
// once.
func TestExpectations(t *testing.T) {
	rules := []struct{ name, met, broken string }{
		{"a field", `{"events":[{"ev":"move","ply":1,"san":"e4"}]}`, `{"events":[{"ev":"move","ply":1,"san":"d4"}]}`},
		{"a field is there", `{"events":[{"ev":"move","t":100}]}`, `{"events":[{"ev":"move","known":100}]}`},
		{"null", `{"events":[{"claim":"flag","supported":null}]}`, `{"events":[{"claim":"flag","supported":false}]}`},
		{"null is not nothing", `{"events":[{"supported":null}]}`, `{"events":[{"ev":"claim","article":null}]}`},
		{"within an object", `{"events":[{"data":{"touched":"d2"}}]}`, `{"events":[{"data":{"touched":"c2"}}]}`},
		{"order of time", `{"events":[{"ev":"move","ply":2},{"ev":"claim"}]}`, `{"events":[{"ev":"claim"},{"ev":"move","ply":2}]}`},
		{"equal times have no order", `{"events":[{"ev":"finding"},{"ev":"complete"}]}`, `{"events":[{"ev":"finding"},{"ev":"complete"},{"ev":"finding"}]}`},
		{"a line serves once", `{"events":[{"ev":"move"},{"ev":"move"}]}`, `{"events":[{"ev":"move"},{"ev":"move"},{"ev":"move"}]}`},
		{"the first line that fits may be needed later", `{"events":[{"t":200},{"t":200,"ev":"complete"}]}`, `{"events":[{"t":200},{"t":200},{"t":200}]}`},
		{"any_of", `{"events":[{"any_of":[{"ev":"end"},{"ev":"claim"}]}]}`, `{"events":[{"any_of":[{"ev":"end"},{"ev":"nothing"}]}]}`},
		{"void by revision", `{"events":[{"san":"e6"}]}`, `{"events":[{"san":"e5"}]}`},
		{"void findings", `{"forbid":["move-changed"]}`, `{"events":[{"code":"move-changed"}]}`},
		{"void ends", `{"events":[{"ev":"move"}]}`, `{"events":[{"ev":"end"}]}`},
		{"forbid", `{"forbid":["stalemate"]}`, `{"forbid":["touch-move"]}`},
		{"forbid by fields", `{"forbid":[{"code":"touch-move","side":"black"}]}`, `{"forbid":[{"code":"touch-move","side":"white"}]}`},
		{"forbid is for findings", `{"forbid":[{"ply":2}]}`, `{"forbid":[{"ply":1}]}`},
		{"summary", `{"summary":{"result":"*"}}`, `{"summary":{"result":"1-0"}}`},
		{"a list is whole", `{"summary":{"moves":["e4","e6"]}}`, `{"summary":{"moves":["e4"]}}`},
		{"an object may hold more", `{"summary":{"findings":{}}}`, `{"summary":{"findings":{"stalemate":1}}}`},
		{"$re", `{"events":[{"san":{"$re":"^e[0-9]$"}}]}`, `{"events":[{"san":{"$re":"^d"}}]}`},
		{"$re is for text", `{"events":[{"ev":{"$re":"."}}]}`, `{"events":[{"t":{"$re":"."}}]}`},
		{"$prefix", `{"events":[{"mode":{"$prefix":"bl"}}]}`, `{"events":[{"mode":{"$prefix":"li"}}]}`},
		{"$any", `{"summary":{"result":{"$any":["1-0","*"]}}}`, `{"summary":{"result":{"$any":["1-0","0-1"]}}}`},
		{"$ge", `{"events":[{"data":{"held_ms":{"$ge":700}}}]}`, `{"events":[{"data":{"held_ms":{"$ge":701}}}]}`},
		{"$lt", `{"events":[{"data":{"held_ms":{"$lt":701}}}]}`, `{"events":[{"data":{"held_ms":{"$lt":700}}}]}`},
		{"$near", `{"events":[{"white_ms":{"$near":[181000,1000]}}]}`, `{"events":[{"white_ms":{"$near":[181001,1000]}}]}`},
		{"within a list", `{"events":[{"alternatives":[["e2e4"]]}]}`, `{"events":[{"alternatives":[["d2d4"]]}]}`},
	}
	for _, r := range rules {
		if err := judgedBy(t, someRecord, r.met); err != nil {
			t.Errorf("%s: %s is met, and yet: %v", r.name, r.met, err)
		}
		if judgedBy(t, someRecord, r.broken) == nil {
			t.Errorf("%s: %s is broken, and nobody says so", r.name, r.broken)
		}
	}
}

func TestARecordHasOneSummaryAtItsEnd(t *testing.T) {
	for _, record := range []string{
		`{"ev":"start","t":0}`,
		`{"ev":"summary"}` + "\n" + `{"ev":"start","t":0}`,
		`{"ev":"summary"}` + "\n" + `{"ev":"summary"}`,
	} {
		if judgedBy(t, record, `{}`) == nil {
			t.Errorf("%s passes", record)
		}
	}
}

// TestWrongExpectationsFail asks of every scenario for something that its record
// does not hold.
func TestWrongExpectationsFail(t *testing.T) {
	for _, name := range scenarioNames(t) {
		lines, err := linesOf(replayTrace(t, readFile(t, filepath.Join(scenariosDir, name, "trace.jsonl"))))
		if err != nil {
			t.Fatal(err)
		}
		for what, wrong := range map[string]expectation{
			"a line too many":   {Events: slices.Repeat([]object{{"ev": "start"}}, 4)},
			"another result":    {Summary: object{"result": "2-0"}},
			"what is forbidden": {never: []object{{"ev": "summary"}}},
		} {
			if wrong.judge(lines) == nil {
				t.Errorf("%s: %s passes", name, what)
			}
		}
	}
}

package record_test

import (
	"reflect"
	"strings"
	"testing"
)

// TestExpectedLines reads the words of expectations.
func TestExpectedLines(t *testing.T) {
	marks := map[string]int64{"press": 4000}
	for text, want := range map[string]object{
		"finding touch-move side=white ply=3 touched=d2":    {"ev": "finding", "code": "touch-move", "side": "white", "ply": 3.0, "data": object{"touched": "d2"}},
		"claim flag by=black supported=null result=1/2-1/2": {"ev": "claim", "claim": "flag", "by": "black", "supported": nil, "data": object{"result": "1/2-1/2"}},
		"move 1 e8=Q legal=true":                            {"ev": "move", "ply": 1.0, "san": "e8=Q", "legal": true},
		"move 4 san=e8=N+":                                  {"ev": "move", "ply": 4.0, "san": "e8=N+"},
		"end * adjourned":                                   {"ev": "end", "result": "*", "termination": "adjourned"},
		"complete 3 at=press":                               {"ev": "complete", "ply": 3.0, "t": object{"$near": []any{4000.0, float64(nearMark)}}},
		"finding press-without-move count=*":                {"ev": "finding", "code": "press-without-move", "data": object{"count": present{}}},
		"finding clock-jump side=white|black":               {"ev": "finding", "code": "clock-jump", "side": object{"$any": []any{"white", "black"}}},
		"finding threefold ply=>=8":                         {"ev": "finding", "code": "threefold", "ply": object{"$ge": 8.0}},
		"start fen=^rnbq":                                   {"ev": "start", "fen": object{"$prefix": "rnbq"}},
		"end 1-0 | end 0-1":                                 {"any_of": []any{object{"ev": "end", "result": "1-0"}, object{"ev": "end", "result": "0-1"}}},
		"claim flag remedy=time:white:180000,time:black:~-500": {"ev": "claim", "claim": "flag", "data": object{"remedy": []any{
			object{"kind": "time", "to": "white", "ms": 180000.0},
			object{"kind": "time", "to": "black", "ms": object{"$near": []any{-500.0, 1000.0}}}}}},
		"claim flag remedy=none": {"ev": "claim", "claim": "flag", "data": object{"remedy": []any{}}},
	} {
		got, err := expectedLine(text, marks)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\nhave %#v, %v\nwant %#v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "nothing", "move 1 e4 e5", "complete 3 at=never", "claim flag remedy=time:white:much"} {
		if got, err := expectedLine(text, marks); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// TestFaultyCases wants a case that is not understood to be one that fails.
func TestFaultyCases(t *testing.T) {
	for _, script := range []string{
		"dance", "play e5", "play", "hand e2", "hand x2-e4", "hand e4+X", "until noon", "wait long", "link fence up",
		"white", "white claim", "arbiter set-clock white 5:00", "arbiter set-clock white five 5:00", "arbiter back 7",
		"arbiter restore nonsense", "arbiter takeback x", "arbiter correct-move e4", "clock dances", "clock change white",
		"arbiter stop-clock ; press", "expect finding", "expect nothing", "summary result",
	} {
		found, err := variants([]string{"name title", "time 300", script})
		if err != nil || len(found) != 1 {
			t.Fatal(err)
		}
		if script == "play" || script == "expect finding" {
			continue // says nothing, wants any finding
		}
		if _, _, err := found[0].play(plain); err == nil {
			t.Errorf("%q is played", script)
		}
	}
	if _, err := variants([]string{"name title", "time {time}"}); err == nil {
		t.Error("braces without a value pass")
	}
}

// TestVariants makes a case of each line "for".
func TestVariants(t *testing.T) {
	found, err := variants([]string{"name the title", "for laws=a b=c_d", "for laws=e b=f", "laws {laws}", "time 300", "play {b}"})
	if err != nil || len(found) != 2 {
		t.Fatal(found, err)
	}
	if c := found[0]; c.name != "name/a,c_d" || c.game.Laws != "a" || strings.Join(c.script, ";") != "play c d" {
		t.Errorf("the first is %+v", c)
	}
}

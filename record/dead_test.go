package record_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"recorderd/observation"
	"recorderd/record"
)

// deaths returns the lines that say a position is dead.
func (s *teller) deaths() (lines []record.Finding) {
	for _, e := range s.lines {
		if f, ok := e.(record.Finding); ok && f.Code == "dead-position" {
			lines = append(lines, f)
		}
	}
	return lines
}

func TestADeadPositionSaysWhy(t *testing.T) {
	for _, c := range []struct {
		what, fen, sans string
		budget          int
		ply             int
		data            string
	}{
		{"the last piece is taken", "8/8/8/8/3k4/8/4r3/4K3 w - - 0 1", "Kxe2", 0, 1,
			`{"proof":{"black":{"by":"material 1","ply":1},"white":{"by":"material 1","ply":1}}}`},
		{"White could not mate for long", "8/8/8/8/3k4/q7/4r3/3NK3 w - - 0 1", "Kxe2 Qc3 Nxc3", 0, 3,
			`{"proof":{"black":{"by":"material 1","ply":3},"white":{"by":"material 2","ply":1}}}`},
		{"every answer ends it", "7k/6R1/7K/3q4/8/8/8/8 b - - 0 1", "Qg5+", 0, 1,
			`{"proof":{"black":{"by":"the only position","ply":1,"sha256":"c0a06e18ba5439925d0d62e65ce5b67d8f87aa867edcaab4791da85bf11aa440"},"white":{"by":"all 3 positions","ply":1,"sha256":"37583207365c9cdda771d2fecfc81dbd0ec57148d0b5e46aed5eb083e6c8893b"}}}`},
		{"seen a ply late", "7k/6R1/7K/3q4/8/8/8/8 b - - 0 1", "Qg5+ Kxg5", 1, 2,
			`{"proof":{"black":{"by":"the only position","ply":1,"sha256":"c0a06e18ba5439925d0d62e65ce5b67d8f87aa867edcaab4791da85bf11aa440"},"white":{"by":"the only position","ply":2,"sha256":"ce5c3217e0156ba502c015bd3c59537e17d723baa8db3342f3d70ddfd55a5190"}},"since_ply":1}`},
	} {
		s := tell(t, observation.Game{FEN: c.fen})
		if c.budget > 0 {
			record.Hurry(s.r, c.budget)
		}
		s.made(c.sans)
		dead := s.deaths()
		if len(dead) != 1 || dead[0].Ply != c.ply {
			t.Errorf("%s: found %v, want it once, after ply %d", c.what, dead, c.ply)
			continue
		}
		if got, err := json.Marshal(dead[0].Data); err != nil || string(got) != c.data {
			t.Errorf("%s: %s, %v\nwant %s", c.what, got, err, c.data)
		}
	}
}

// After an illegal move nothing is asked, and it is no ply that made a position
// dead.
func TestNoDeadPositionByAnIllegalMove(t *testing.T) {
	s := tell(t, observation.Game{FEN: "8/8/8/3k4/8/8/7r/4K3 w - - 0 1"})
	s.illegal("e1", "h2", "Ke1xh2", "no-such-move")
	s.found("dead-position", 0)
	s.made("Kd4")
	dead := s.deaths()
	if len(dead) != 1 || dead[0].Ply != 2 {
		t.Fatalf("found %v, want it once, after the legal move", dead)
	}
	if since, ok := dead[0].Data.(record.Data)["since_ply"]; ok {
		t.Errorf("dead since ply %v, which was not legal", since)
	}
}

func TestADeadPositionThatWasNone(t *testing.T) {
	s := tell(t, observation.Game{FEN: "8/8/8/8/3k4/8/4r3/4K3 w - - 0 1"})
	s.made("Kxe2").found("dead-position", 1)
	s.revised(1, s.as("Kd1"))
	s.found("dead-position", 0)
	if s.r.Ended() {
		t.Errorf("said %v, and the game is over", s.said)
	}
	s.made("Re1+ Kxe1").found("dead-position", 1)
}

// A knight can never win against a queen, but the pawn became a queen.
func TestWhatIsKnownGoesWithTheReading(t *testing.T) {
	s := tell(t, observation.Game{FEN: "8/P7/7k/8/8/3q4/8/4K3 w - - 0 1"})
	s.made("a8=N Qd2+")
	s.revised(1, s.all("a8=Q Qd2+")...).want("1.a8=Q", "2.Qd2+")
	s.made("Kxd2").found("dead-position", 0)

	s = tell(t, observation.Game{FEN: "8/P7/7k/8/8/3q4/8/4K3 w - - 0 1"})
	s.made("a8=Q Qd2+")
	s.revised(1, s.all("a8=N Qd2+")...)
	s.made("Kxd2").found("dead-position", 1)
}

// A move that is taken back takes with it what was known after it.
func TestWhatIsKnownGoesWithTheMove(t *testing.T) {
	s := tell(t, observation.Game{FEN: "8/P7/7k/8/8/3q4/8/4K3 w - - 0 1"})
	s.made("a8=N").retracted("player")
	s.made("a8=Q Qd2+ Kxd2").found("dead-position", 0)
}

// Where pieces were put right between two plies, what was known of the position
// before does not hold for the one after.
func TestWhatIsKnownEndsWherePiecesArePutRight(t *testing.T) {
	s := tell(t, observation.Game{FEN: "8/P7/7k/8/8/3q4/8/4K3 w - - 0 1"})
	s.made("a8=N")
	other := tell(t, observation.Game{FEN: "8/P7/7k/8/8/3q4/8/4K3 w - - 0 1"})
	other.made("a8=Q Qd2+")
	m := other.plies[2] // its position before has the queen
	s.plies = append(s.plies, m)
	s.step(m, s.completed(2))
	s.made("Kxd2").found("dead-position", 0)
}

func TestAResignationIsADrawWhereTheOpponentCannotMate(t *testing.T) {
	for _, c := range []struct{ what, laws, fen, want string }{
		{"a king alone", "fide-2023", "4k3/8/8/8/8/8/8/q3K3 w - - 0 1", "1/2-1/2"},
		{"a knight against a queen", "fide-2023", "4k3/8/8/8/8/8/q7/3NK3 w - - 0 1", "1/2-1/2"},
		{"a knight against a rook", "fide-2023", "4k3/8/8/8/8/8/r7/3NK3 w - - 0 1", "1-0"},
		{"a pawn that waits to be replaced", "fide-2023", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "1-0"},
		{"before 2023", "fide-2018", "4k3/8/8/8/8/8/q7/3NK3 w - - 0 1", "1-0"},
	} {
		s := tell(t, observation.Game{Laws: c.laws, FEN: c.fen})
		s.act(observation.Act{By: "black", Kind: observation.ActResign})
		if got := s.r.Summary().Result; got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

func TestAClaimThatThePositionIsDead(t *testing.T) {
	for _, c := range []struct{ what, fen, sans, supported, data string }{
		{"mate is near", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "", "false", `{"helpmate":["g6g7"],"winner":"white"}`},
		{"bare kings were set up", "7k/8/5K2/8/8/8/8/8 w - - 0 1", "", "true", `{"result":"1/2-1/2"}`},
		{"by an illegal move", "7k/8/5Kn1/8/8/8/8/8 w - - 0 1", "f6g6", "unjudged", "null"},
		{"it is not known", "7k/6R1/7K/6q1/8/8/8/8 w - - 0 1", "", "unjudged", "null"},
		{"a pawn waits to be replaced", "P6k/8/8/8/8/8/8/7K w - - 0 1", "", "unjudged", "null"},
		{"without a king", "8/8/5K2/8/8/8/8/8 w - - 0 1", "", "unjudged", "null"},
	} {
		s := tell(t, observation.Game{FEN: c.fen})
		if c.what == "it is not known" {
			record.Hurry(s.r, 0)
		}
		if c.sans != "" {
			s.illegal(c.sans[:2], c.sans[2:], "K"+c.sans, "no-such-move")
		}
		s.said = nil
		s.act(observation.Act{By: "black", Kind: observation.ActClaim, Claim: "dead-position"})
		claim, ok := s.lines[len(s.lines)-1].(record.Claim)
		if !ok || claim.Article != "5.2.2" {
			t.Fatalf("%s: %v", c.what, s.said)
		}
		want := fmt.Sprintf("claim@%d %s t%d", len(s.plies)-1, c.supported, s.now())
		s.want(want)
		if data, err := json.Marshal(claim.Data); err != nil || string(data) != c.data {
			t.Errorf("%s: %s, %v\nwant %s", c.what, data, err, c.data)
		}
	}
}

// What a record says depends on its plies, not on how often it was asked.
func TestAskingAgainChangesNothing(t *testing.T) {
	play := func(asks int) []string {
		s := tell(t, observation.Game{FEN: "8/8/8/8/3k4/q7/4r3/3NK3 w - - 0 1"})
		s.made("Kxe2 Qc3")
		for range asks {
			s.revised(1, s.all("Kxe2 Qc3")...).want()
		}
		s.said = nil
		return s.made("Nxc3").said
	}
	if once, often := play(0), play(3); !slices.Equal(once, often) {
		t.Errorf("said %v, and when asked again %v", once, often)
	}
}

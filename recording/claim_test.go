package recording_test

import (
	"testing"

	"recorderd/observation"
	"recorderd/recording"
)

// TestAClaimIsByWhoeverCouldMakeIt leaves out who claims.
func TestAClaimIsByWhoeverCouldMakeIt(t *testing.T) {
	for _, c := range []struct {
		scenario, claim string
		by              string
		supported, over bool
	}{
		{"threefold-castling-rights-rook", "threefold", "black", true, false},      // who is to move
		{"flag-knight-against-knight", "flag", "black", true, true},                // White's flag fell
		{"threefold-castling-rights-rook", "flag", "white", false, false},          // none fell
		{"both-flags-rapid-first-known", "flag", "white", false, true},             // Black's fell first
		{"illegal-three-times-standard-2005", "illegal-move", "black", true, true}, // White moved
		{"press-without-move-rapid", "illegal-move", "black", false, false},        // White moved since
		{"threefold-just-appeared", "illegal-move", "white", false, true},          // Black moved
		{"mate-before-flag-black", "threefold", "black", false, true},              // before the mate
		{"seventyfive-2018", "fifty", "black", true, true},                         // before the last move
		{"dead-bishops-of-one-colour", "dead-position", "white", false, true},      // before the capture
		{"touch-move-bishop", "touch-move", "black", false, false},                 // White moved
		{"last-two-minutes-2005", "quickplay", "black", false, true},               // who is to move
	} {
		j, err := read(t, scenario(t, c.scenario)).Claim(observation.Act{Claim: c.claim}, recording.Moment{})
		if err != nil {
			t.Errorf("%s: %s: %v", c.scenario, c.claim, err)
			continue
		}
		supported := j.Claim.Supported != nil && *j.Claim.Supported
		if j.Claim.By != c.by || supported != c.supported || j.Ended != c.over {
			t.Errorf("%s: %s: by %s, supported %t, after the end %t; want %s, %t, %t",
				c.scenario, c.claim, j.Claim.By, supported, j.Ended, c.by, c.supported, c.over)
		}
	}
}

// TestAClaimAtAPlyKnowsNothingLater asks of every ply of a game.
func TestAClaimAtAPlyKnowsNothingLater(t *testing.T) {
	rec := read(t, scenario(t, "threefold-just-appeared"))
	for ply := range 11 {
		j, err := rec.Claim(observation.Act{Claim: "threefold"}, recording.AfterPly(ply))
		if err != nil {
			t.Fatal(err)
		}
		if supported := *j.Claim.Supported; supported != (ply == 10) || j.Claim.Ply != ply {
			t.Errorf("ply %d: supported %t, judged after ply %d", ply, supported, j.Claim.Ply)
		}
	}
	if _, err := rec.Claim(observation.Act{Claim: "threefold"}, recording.AfterPly(11)); err == nil {
		t.Error("a ply that the recording does not have is no error")
	}
}

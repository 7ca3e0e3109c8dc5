package laws

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Seconds is a time that the Laws give in minutes, as whole seconds.
type Seconds int

// MS returns the time in milliseconds.
func (s Seconds) MS() int64 { return int64(s) * 1000 }

// WrongClaims says what it costs to claim a draw by repetition or by fifty
// moves that is none.
type WrongClaims struct {
	PerRuleset[WrongClaim]
	Claimant ClaimantLoss `toml:"claimant"`
}

// WrongClaim is what the opponent gets.
type WrongClaim struct {
	Rule
	OpponentAdd Seconds `toml:"opponent_add_s"`
}

func (w WrongClaim) check() error { return positive("opponent_add_s", int(w.OpponentAdd)) }

// ClaimantLoss is what the claimant loses of his own time: half of it where he
// has more than HalveAbove, but never more than AtMost; and where he has less,
// all above Floor.
type ClaimantLoss struct {
	Rule
	HalveAbove Seconds `toml:"halve_above_s"`
	AtMost     Seconds `toml:"at_most_s"`
	Floor      Seconds `toml:"floor_s"`
}

// Loses returns what a claimant who has so many milliseconds left loses.
func (c ClaimantLoss) Loses(remainingMS int64) int64 {
	if !c.Exists() {
		return 0
	}
	if remainingMS > c.HalveAbove.MS() {
		return min(remainingMS/2, c.AtMost.MS())
	}
	return max(remainingMS-c.Floor.MS(), 0)
}

func (c ClaimantLoss) check() error {
	return positive("each time", int(c.HalveAbove), int(c.AtMost), int(c.Floor))
}

// IllegalMove is what becomes of an illegal move.
type IllegalMove struct {
	CompletedWhen    PerMode[CompletedWhen]   `toml:"completed_when"`
	Penalty          PerRuleset[Penalty]      `toml:"penalty"`
	PenaltyQuickplay Penalty                  `toml:"penalty_quickplay"` // in a quickplay finish of standard play
	KingCaptured     Rule                     `toml:"king_captured"`     // to capture the king is one
	PromotionMissing PromotionMissing         `toml:"promotion_missing"`
	PromotionWrong   Rule                     `toml:"promotion_wrong"` // to promote to what no pawn becomes is one
	PromotionOrder   PromotionOrder           `toml:"promotion_order"`
	PressWithoutMove Rule                     `toml:"press_without_move"` // the clock pressed without a move is one
	DrawException    DrawException            `toml:"draw_exception"`
	Claim            PerMode[IllegalClaim]    `toml:"claim"`
	Stands           PerMode[Stands]          `toml:"stands"`
	BothInCheck      PerAppendix[BothInCheck] `toml:"both_in_check"`
}

// CompletedWhen says from when on an illegal move is one that can be punished.
type CompletedWhen struct {
	Rule
	State State `toml:"state"`
}

// Penalty is what the arbiter does for the completed illegal moves of one
// player.
type Penalty struct {
	Rule
	Steps []Step `toml:"steps"`
}

// Step is what one illegal move costs. The zero Step restores the position and
// costs nothing.
type Step struct {
	OpponentAdd Seconds // the opponent gets this, and play goes on
	Loss        bool    // the game is lost
	OnClaim     bool    // only if the opponent claims in time
}

// Step returns what the n-th illegal move of a player costs, from 1 on. The last
// step stands for all later ones.
func (p Penalty) Step(n int) Step {
	if len(p.Steps) == 0 || n < 1 {
		return Step{}
	}
	return p.Steps[min(n, len(p.Steps))-1]
}

func (p Penalty) check() error {
	if len(p.Steps) == 0 {
		return errors.New("steps must not be empty")
	}
	return nil
}

// UnmarshalText reads "restore", "loss", "loss-on-claim" or "opponent+120s".
func (s *Step) UnmarshalText(text []byte) error {
	switch string(text) {
	case "restore":
		*s = Step{}
		return nil
	case "loss":
		*s = Step{Loss: true}
		return nil
	case "loss-on-claim":
		*s = Step{Loss: true, OnClaim: true}
		return nil
	}
	number, ok := strings.CutPrefix(string(text), "opponent+")
	number, ends := strings.CutSuffix(number, "s")
	n, err := strconv.ParseUint(number, 10, 16)
	if !ok || !ends || err != nil || n == 0 {
		return fmt.Errorf("%q is no penalty: want restore, loss, loss-on-claim or such as opponent+120s", text)
	}
	*s = Step{OpponentAdd: Seconds(n)}
	return nil
}

// DrawException says where a loss by illegal move is a draw because the
// opponent could not mate by any series of legal moves.
type DrawException struct {
	Rule
	PerMode[bool]
}

// IllegalClaim says who may act on a completed illegal move, and until when.
type IllegalClaim struct {
	Rule
	By    By    `toml:"by"`
	Until Until `toml:"until"`
}

// By says who may act.
type By string

const (
	Anyone            By = "anyone"              // either player or the arbiter
	Players           By = "players"             // the arbiter acts only when a player asks
	Opponent          By = "opponent"            // the arbiter does not act of himself
	ArbiterOrOpponent By = "arbiter-or-opponent" // the arbiter if he sees it, else the opponent
)

// UnmarshalText reads the word of a file.
func (b *By) UnmarshalText(text []byte) error {
	return word(b, text, Anyone, Players, Opponent, ArbiterOrOpponent)
}

// Until says what closes the window of a claim.
type Until string

const (
	GameEnd   Until = "game-end"
	NextMove  Until = "next-move"  // the opponent has made his next move
	NextTouch Until = "next-touch" // the opponent has touched a piece
	NotStated Until = "not-stated" // the edition leaves it open
)

// UnmarshalText reads the word of a file.
func (u *Until) UnmarshalText(text []byte) error {
	return word(u, text, GameEnd, NextMove, NextTouch, NotStated)
}

// Stands says from when on an illegal move that nobody acted on stands.
type Stands struct {
	Rule
	After       Until `toml:"after"`
	ByAgreement bool  `toml:"by_agreement"` // the players may still undo it, between themselves
}

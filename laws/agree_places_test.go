package laws

// Phrases that several places share.
var (
	isTrue   = phrases{{"true", "yes"}}
	lastMove = phrases{
		{"Articles 3 and 4.2-4.7", "articles-3-and-4"},
		{"legal", "legal"},
		{"at once", "any"},
	}
	edge      = phrases{{"true", "included"}, {"false", "excluded"}, {"unspecified", "unspecified"}}
	reckons   = phrases{{"true", "true"}, {"absent", "false"}}
	wrongCost = phrases{
		{"opponent_add_s: 180", "180"},
		{"opponent_add_s: 120", "120"},
		{"opponent_add_s: 60", "60"},
	}
	caller = phrases{
		{"may once both flags have fallen", "players-until-both"},
		{"players only", "players"},
		{"arbiter", "arbiter-or-player"},
	}
	bothKnown = phrases{
		{"even if", "draw"},
		{"order not establishable", "first-loses"},
		{"finds the first flag", "first-loses"},
		{"draw", "draw"},
	}
	bothUnknown = phrases{
		{"draw in the last period", "draw-in-last-period"},
		{"in a quickplay finish: draw", "draw-in-last-period"},
		{"does not cover blitz", "unspecified"},
		{"finds the first flag on an electronic clock", "unspecified"},
		{"draw", "draw"},
	}
	bothAnnounced   = phrases{{"if announced", "true"}, {"", "false"}}
	finishAnnounced = phrases{{"if announced", "true"}, {"", "false"}}
	finishPlain     = phrases{{"no increment", "true"}, {"", "false"}}
	finishInBlitz   = phrases{{"does not apply", "absent"}, {"two minutes", "yes"}}
	completedWhen   = phrases{
		{"unspecified", "unspecified"},
		{"no clock-press test", "made"},
		{"own clock stopped", "completed"},
		{"opponent's clock started", "completed"},
		{"clock pressed", "completed"},
		{"pressed the clock", "completed"},
	}
	claimBy = phrases{
		{"either player or the arbiter", "anyone"},
		{"a player must ask", "players"},
		{"acts only on request", "players"},
		{"opponent only", "opponent"},
		{"arbiter observing it, else the opponent", "arbiter-or-opponent"},
	}
	claimUntil = phrases{
		{"whenever found during the game", "game-end"},
		{"a player must ask", "not-stated"},
		{"lost once the player touches a piece", "next-touch"},
		{"before making his own move", "next-move"},
		{"before the opponent has made his next move", "next-move"},
	}
	standsAfter = phrases{
		{"never by itself", "game-end"},
		{"unspecified", "not-stated"},
		{"after the player touched a piece", "next-touch"},
		{"after the opponent has moved", "next-move"},
		{"after the opponent moved", "next-move"},
		{"once the opponent has moved", "next-move"},
	}
	standsAgreement = phrases{{"unless both players agree", "true"}, {"", "false"}}
	inCheckArbiter  = phrases{{"intervenes", "intervenes"}, {"waits", "waits-then-draw"}}
)

// places says for every field of Edition where it is in the sheet.
var places = map[string]place{
	"ID":      {at: "edition.id"},
	"InForce": {at: "edition.in_force"},

	"Rapid":            {at: "rapid.max_minutes"},
	"Rapid.MinMinutes": {at: "rapid.min_minutes"},
	"Rapid.MinEnd":     {at: "rapid.min_inclusive", says: edge},
	"Rapid.MaxMinutes": {at: "rapid.max_minutes"},
	"Rapid.MaxEnd":     {at: "rapid.max_inclusive", says: edge},
	"Rapid.Increments": {at: "rapid.base_plus_60_increments", says: reckons},
	"Blitz":            {at: "blitz.max_minutes"},
	"Blitz.MinMinutes": {at: "blitz.max_minutes", says: phrases{{"", "0"}}},
	"Blitz.MinEnd":     {at: "blitz.max_inclusive", says: phrases{{"", "included"}}},
	"Blitz.MaxMinutes": {at: "blitz.max_minutes"},
	"Blitz.MaxEnd":     {at: "blitz.max_inclusive", says: edge},
	"Blitz.Increments": {at: "blitz.base_plus_60_increments", says: reckons},
	"RapidCompetition": {at: "ruleset.rapid_competition_rules_if", says: phrases{{"arbiter", "yes"}}},
	"BlitzCompetition": {at: "ruleset.blitz_competition_rules_if", says: phrases{{"arbiter", "yes"}}},

	"Checkmate":              {at: "game_end.checkmate"},
	"Checkmate.LastMove":     {at: "game_end.checkmate", says: lastMove},
	"Stalemate":              {at: "game_end.stalemate"},
	"Stalemate.LastMove":     {at: "game_end.stalemate", says: lastMove},
	"DeadPosition":           {at: "game_end.dead_position"},
	"DeadPosition.LastMove":  {at: "game_end.dead_position", says: lastMove},
	"Resignation":            {at: "game_end.resignation"},
	"Agreement":              {at: "game_end.agreement"},
	"Agreement.MinMovesEach": {at: "game_end.agreement_min_moves", says: phrases{{"absent", "0"}, {"at least one move", "1"}}},
	"Resignation.DrawIfOpponentCannotMate": {at: "game_end.resignation", says: phrases{
		{"draw if the opponent cannot mate", "true"},
		{"opponent wins", "false"},
	}},

	"Threefold":                 {at: "draw.threefold_modes"},
	"Threefold.Times":           {at: "draw.threefold_modes", says: phrases{{"just appeared, claimant to move", "3"}}},
	"Threefold.IntendedArticle": {at: "draw.threefold_modes", article: true},
	"Threefold.SamenessArticle": {at: "draw.position_identity", article: true},
	"Threefold.Castling": {at: "draw.position_identity", says: phrases{
		{"has changed now or for the future", "changed"},
		{"changed temporarily or permanently", "changed"},
		{"lost only when king or rook has moved", "lost"},
		{"lost by moving", "lost"},
	}},
	"Fivefold":       {at: "draw.fivefold"},
	"Fivefold.Times": {at: "draw.fivefold", says: phrases{{"at least five", "5"}}},
	"Fivefold.Sequence": {at: "draw.fivefold", says: phrases{
		{"not necessarily in succession", "any"},
		{"consecutive alternate moves", "alternate"},
	}},
	"FiftyMove":                 {at: "draw.fifty_modes"},
	"FiftyMove.Moves":           {at: "draw.fifty_modes", says: phrases{{"already", "50"}}},
	"FiftyMove.Counts":          {at: "draw.fifty_modes", says: phrases{{"already played", "made"}, {"already completed", "completed"}}},
	"FiftyMove.IntendedArticle": {at: "draw.fifty_modes", article: true},
	"SeventyFive":               {at: "draw.seventy_five"},
	"SeventyFive.Moves":         {at: "draw.seventy_five", says: phrases{{"75", "75"}}},
	"SeventyFive.Counts":        {at: "draw.seventy_five", says: phrases{{"completed by each player", "completed"}, {"by each player", "made"}}},
	"SeventyFive.MateFirst":     {at: "draw.seventy_five", says: phrases{{"mate on the last move takes precedence", "true"}}},

	"Setup.WrongPosition":    {at: "setup.standard_wrong_initial_position", says: phrases{{"new game", "yes"}}},
	"Setup.WrongOrientation": {at: "setup.standard_wrong_orientation", says: phrases{{"position moved to a correctly placed board", "yes"}}},
	"Setup.ColoursReversed":  {at: "setup.standard_colours_reversed"},
	"Setup.ColoursReversed.NewGameBefore": {at: "setup.standard_colours_reversed", says: phrases{
		{"goes on unless the arbiter rules otherwise", "0"},
		{"fewer than 10 moves made by both: new game", "10"},
	}},
	"Setup.Cutoff":           {at: "setup.appendix_cutoff_moves_each"},
	"Setup.Cutoff.MovesEach": {at: "setup.appendix_cutoff_moves_each"},
	"Setup.Cutoff.Counts":    {at: "setup.appendix_cutoff_move_state"},
	"Setup.Cutoff.Castling": {at: "setup.appendix_after_cutoff", says: phrases{
		{"no castling rule stated", "none"},
		{"king and queen exchanged", "king-and-queen"},
		{"king and queen were exchanged", "king-and-queen"},
		{"a king exchanged with its queen", "king-and-queen"},
		{"a misplaced king or with a misplaced rook", "king-or-rook"},
	}},

	"Clock.WrongSetting": {at: "setup.standard_wrong_clock_setting", says: phrases{
		{"stop at once; arbiter sets it right", "yes"},
		{"corrected if found during the game", "yes"},
	}},
	"Clock.Conclusive":        {at: "clock.indication_conclusive", says: phrases{{"unless evidently defective", "yes"}}},
	"Clock.AfterIrregularity": {at: "clock.after_irregularity", says: phrases{{"arbiter sets times by best judgement", "yes"}}},

	"Flag.Loss": {at: "flag.loss", says: phrases{
		{"required moves not made in the time", "yes"},
		{"required moves not completed in the time", "yes"},
	}},
	"Flag.DrawException":    {at: "flag.draw_exception", says: phrases{{"opponent cannot mate by any possible series of legal moves", "yes"}}},
	"Flag.Call.Standard":    {at: "flag.who_standard"},
	"Flag.Call.Standard.By": {at: "flag.who_standard", says: caller},
	"Flag.Call.Rapid":       {at: "flag.who_rapid"},
	"Flag.Call.Rapid.By":    {at: "flag.who_rapid", says: caller},
	"Flag.Call.Blitz":       {at: "flag.who_blitz"},
	"Flag.Call.Blitz.By":    {at: "flag.who_blitz", says: caller},
	"Flag.StopClocks":       {at: "flag.appendix_claim"},
	"Flag.StopClocks.Required": {at: "flag.appendix_claim", says: phrases{
		{"stop both clocks", "true"},
		{"may stop the clock", "false"},
		{"may pause the clock", "false"},
	}},
	"Flag.OwnFlagUp": {at: "flag.claimant_flag_must_be_up", says: isTrue},

	"BothFlags.Standard":                   {at: "both_flags.standard"},
	"BothFlags.Standard.Known":             {at: "both_flags.standard", says: bothKnown},
	"BothFlags.Standard.Unknown":           {at: "both_flags.standard", says: bothUnknown},
	"BothFlags.Standard.Announced":         {at: "both_flags.standard", says: bothAnnounced},
	"BothFlags.Rapid":                      {at: "both_flags.rapid"},
	"BothFlags.Rapid.Known":                {at: "both_flags.rapid", says: bothKnown},
	"BothFlags.Rapid.Unknown":              {at: "both_flags.rapid", says: bothUnknown},
	"BothFlags.Rapid.Announced":            {at: "both_flags.rapid", says: bothAnnounced},
	"BothFlags.Blitz":                      {at: "both_flags.blitz"},
	"BothFlags.Blitz.Known":                {at: "both_flags.blitz", says: bothKnown},
	"BothFlags.Blitz.Unknown":              {at: "both_flags.blitz", says: bothUnknown},
	"BothFlags.Blitz.Announced":            {at: "both_flags.blitz", says: bothAnnounced},
	"BothFlags.RapidCompetition":           {at: "both_flags.standard"},
	"BothFlags.RapidCompetition.Known":     {at: "both_flags.standard", says: bothKnown},
	"BothFlags.RapidCompetition.Unknown":   {at: "both_flags.standard", says: bothUnknown},
	"BothFlags.RapidCompetition.Announced": {at: "both_flags.standard", says: bothAnnounced},
	"BothFlags.BlitzCompetition":           {at: "both_flags.standard"},
	"BothFlags.BlitzCompetition.Known":     {at: "both_flags.standard", says: bothKnown},
	"BothFlags.BlitzCompetition.Unknown":   {at: "both_flags.standard", says: bothUnknown},
	"BothFlags.BlitzCompetition.Announced": {at: "both_flags.standard", says: bothAnnounced},

	"Quickplay.Claim":       {at: "quickplay.claim"},
	"Quickplay.Claim.Under": {at: "quickplay.claim", says: phrases{{"two minutes", "120"}}},
	"Quickplay.Claim.OnMove": {at: "quickplay.claim", says: phrases{
		{"player having the move", "true"},
		{"", "false"},
	}},
	"Quickplay.Applies.Standard":                     {at: "quickplay.claim"},
	"Quickplay.Applies.Standard.Announced":           {at: "quickplay.claim", says: finishAnnounced},
	"Quickplay.Applies.Standard.NoIncrement":         {at: "quickplay.rapid", says: finishPlain},
	"Quickplay.Applies.Rapid":                        {at: "quickplay.rapid"},
	"Quickplay.Applies.Rapid.Announced":              {at: "quickplay.rapid", says: finishAnnounced},
	"Quickplay.Applies.Rapid.NoIncrement":            {at: "quickplay.rapid", says: finishPlain},
	"Quickplay.Applies.Blitz":                        {at: "quickplay.blitz", says: finishInBlitz},
	"Quickplay.Applies.Blitz.Announced":              {at: "quickplay.blitz", says: finishAnnounced},
	"Quickplay.Applies.Blitz.NoIncrement":            {at: "quickplay.blitz", says: finishPlain},
	"Quickplay.Applies.RapidCompetition":             {at: "quickplay.rapid"},
	"Quickplay.Applies.RapidCompetition.Announced":   {at: "quickplay.rapid", says: finishAnnounced},
	"Quickplay.Applies.RapidCompetition.NoIncrement": {at: "quickplay.rapid", says: finishPlain},
	"Quickplay.Applies.BlitzCompetition":             {at: "quickplay.blitz", says: finishInBlitz},
	"Quickplay.Applies.BlitzCompetition.Announced":   {at: "quickplay.blitz", says: finishAnnounced},
	"Quickplay.Applies.BlitzCompetition.NoIncrement": {at: "quickplay.blitz", says: finishPlain},

	"Recording.FiveMinutes":           {at: "recording.five_minute_rule"},
	"Recording.FiveMinutes.Under":     {at: "recording.five_minute_rule", says: phrases{{"under five minutes", "300"}}},
	"Recording.FiveMinutes.Increment": {at: "recording.five_minute_rule", says: phrases{{"no increment of 30s or more", "30"}}},
	"Recording.Exempt":                {at: "recording.rapid_blitz_exempt", says: isTrue},
	"Recording.Reconstruction":        {at: "recording.reconstruction", says: phrases{{"on a second board", "yes"}}},
	"Recording.MoveCount":             {at: "clock.arbiter_tells_move_count", says: phrases{{"no, except", "yes"}, {"does not tell", "yes"}}},
	"Recording.Envelope":              {at: "adjournment.envelope", says: phrases{{"position just before the sealed move", "yes"}}},

	"DrawClaim.TouchLoses":  {at: "draw.touch_loses_claim", says: isTrue},
	"DrawClaim.IsOffer":     {at: "draw.claim_is_offer", says: isTrue},
	"DrawClaim.MoveBinding": {at: "draw.claimed_move_binding", says: isTrue},

	"WrongClaim.Standard":                     {at: "draw.wrong_claim_standard"},
	"WrongClaim.Standard.OpponentAdd":         {at: "draw.wrong_claim_standard", says: wrongCost},
	"WrongClaim.Rapid":                        {at: "draw.wrong_claim_rapid"},
	"WrongClaim.Rapid.OpponentAdd":            {at: "draw.wrong_claim_rapid", says: wrongCost},
	"WrongClaim.Blitz":                        {at: "draw.wrong_claim_blitz"},
	"WrongClaim.Blitz.OpponentAdd":            {at: "draw.wrong_claim_blitz", says: wrongCost},
	"WrongClaim.RapidCompetition":             {at: "draw.wrong_claim_standard"},
	"WrongClaim.RapidCompetition.OpponentAdd": {at: "draw.wrong_claim_standard", says: wrongCost},
	"WrongClaim.BlitzCompetition":             {at: "draw.wrong_claim_standard"},
	"WrongClaim.BlitzCompetition.OpponentAdd": {at: "draw.wrong_claim_standard", says: wrongCost},
	"WrongClaim.Claimant":                     {at: "draw.wrong_claim_standard", says: phrases{{"claimant: unchanged", "absent"}, {"claimant: more than", "yes"}}},
	"WrongClaim.Claimant.HalveAbove":          {at: "draw.wrong_claim_standard", says: phrases{{"more than 120s left: loses half", "120"}}},
	"WrongClaim.Claimant.AtMost":              {at: "draw.wrong_claim_standard", says: phrases{{"at most 180s", "180"}}},
	"WrongClaim.Claimant.Floor":               {at: "draw.wrong_claim_standard", says: phrases{{"60-120s left: set to 60s", "60"}}},

	"Touch.Own": {at: "touch.own_pieces", says: phrases{{"that can be moved", "yes"}}},
	"Touch.Opponent": {at: "touch.opponent_pieces", says: phrases{
		{"that can be moved or captured", "yes"},
		{"that can be captured", "yes"},
	}},
	"Touch.RookFirst": {at: "touch.rook_then_king", says: phrases{
		{"no castling on that side on that move", "yes"},
		{"no castling with that rook on that move", "yes"},
	}},
	"Touch.Released": {at: "move.made", says: phrases{
		{"piece released on a square cannot be moved on", "yes"},
		{"capturing piece released", "yes"},
	}},
	"Touch.OneHand": {at: "illegal_move.two_hands", says: phrases{
		{"breach of 4.1", "yes"},
		{"two hands", "yes"},
		{"penalised as an illegal move", "yes"},
	}},
	"Touch.ClaimLost": {at: "touch.claim_lost", says: phrases{
		{"once the claimant deliberately touches a piece", "yes"},
		{"once the claimant touches a piece with", "yes"},
	}},
	"Touch.PromotionFinal": {at: "touch.promotion_choice_final", says: phrases{{"when the piece has touched the promotion square", "yes"}}},

	"IllegalMove.CompletedWhen.Standard":       {at: "illegal_move.completed_when_standard"},
	"IllegalMove.CompletedWhen.Standard.State": {at: "illegal_move.completed_when_standard", says: completedWhen},
	"IllegalMove.CompletedWhen.Rapid":          {at: "illegal_move.completed_when_rapid"},
	"IllegalMove.CompletedWhen.Rapid.State":    {at: "illegal_move.completed_when_rapid", says: completedWhen},
	"IllegalMove.CompletedWhen.Blitz":          {at: "illegal_move.completed_when_blitz"},
	"IllegalMove.CompletedWhen.Blitz.State":    {at: "illegal_move.completed_when_blitz", says: completedWhen},

	"IllegalMove.Penalty.Standard":               {at: "illegal_move.penalty_standard"},
	"IllegalMove.Penalty.Standard.Steps":         {at: "illegal_move.penalty_standard"},
	"IllegalMove.Penalty.Rapid":                  {at: "illegal_move.penalty_rapid"},
	"IllegalMove.Penalty.Rapid.Steps":            {at: "illegal_move.penalty_rapid"},
	"IllegalMove.Penalty.Blitz":                  {at: "illegal_move.penalty_blitz"},
	"IllegalMove.Penalty.Blitz.Steps":            {at: "illegal_move.penalty_blitz"},
	"IllegalMove.Penalty.RapidCompetition":       {at: "illegal_move.penalty_standard"},
	"IllegalMove.Penalty.RapidCompetition.Steps": {at: "illegal_move.penalty_standard"},
	"IllegalMove.Penalty.BlitzCompetition":       {at: "illegal_move.penalty_standard"},
	"IllegalMove.Penalty.BlitzCompetition.Steps": {at: "illegal_move.penalty_standard"},
	"IllegalMove.PenaltyQuickplay":               {at: "illegal_move.penalty_quickplay_finish"},
	"IllegalMove.PenaltyQuickplay.Steps":         {at: "illegal_move.penalty_quickplay_finish"},

	"IllegalMove.KingCaptured":     {at: "illegal_move.king_captured", says: isTrue},
	"IllegalMove.PromotionMissing": {at: "illegal_move.promotion_not_replaced", says: isTrue},
	"IllegalMove.PromotionMissing.ForcedQueen": {at: "illegal_move.promotion_forced_queen", says: phrases{
		{"absent", "false"},
		{"replaced by a queen", "true"},
	}},
	"IllegalMove.PromotionWrong": {at: "illegal_move.promotion_wrong_piece", says: isTrue},
	"IllegalMove.PromotionOrder": {at: "move.promotion_order"},
	"IllegalMove.PromotionOrder.Order": {at: "move.promotion_order", says: phrases{
		{"pawn to the last rank first", "pawn-first"},
		{"any order", "any"},
		{"unspecified", "unspecified"},
	}},
	"IllegalMove.PressWithoutMove": {at: "illegal_move.press_without_move", says: phrases{{"not an illegal move", "absent"}, {"illegal move", "yes"}}},

	"IllegalMove.DrawException": {at: "illegal_move.draw_if_opponent_cannot_mate"},
	"IllegalMove.DrawException.Standard": {at: "illegal_move.draw_if_opponent_cannot_mate", says: phrases{
		{"standard, rapid and blitz", "true"}, {"blitz", "false"},
	}},
	"IllegalMove.DrawException.Rapid": {at: "illegal_move.draw_if_opponent_cannot_mate", says: phrases{
		{"standard, rapid and blitz", "true"}, {"blitz", "false"},
	}},
	"IllegalMove.DrawException.Blitz": {at: "illegal_move.draw_if_opponent_cannot_mate", says: phrases{{"blitz", "true"}}},

	"IllegalMove.Claim.Standard":              {at: "illegal_move.who_standard"},
	"IllegalMove.Claim.Standard.By":           {at: "illegal_move.who_standard", says: claimBy},
	"IllegalMove.Claim.Standard.Until":        {at: "illegal_move.who_standard", says: claimUntil},
	"IllegalMove.Claim.Rapid":                 {at: "illegal_move.who_rapid"},
	"IllegalMove.Claim.Rapid.By":              {at: "illegal_move.who_rapid", says: claimBy},
	"IllegalMove.Claim.Rapid.Until":           {at: "illegal_move.who_rapid", says: claimUntil},
	"IllegalMove.Claim.Blitz":                 {at: "illegal_move.who_blitz"},
	"IllegalMove.Claim.Blitz.By":              {at: "illegal_move.who_blitz", says: claimBy},
	"IllegalMove.Claim.Blitz.Until":           {at: "illegal_move.who_blitz", says: claimUntil},
	"IllegalMove.Stands.Standard":             {at: "illegal_move.stands_standard"},
	"IllegalMove.Stands.Standard.After":       {at: "illegal_move.stands_standard", says: standsAfter},
	"IllegalMove.Stands.Standard.ByAgreement": {at: "illegal_move.stands_standard", says: standsAgreement},
	"IllegalMove.Stands.Rapid":                {at: "illegal_move.stands_rapid"},
	"IllegalMove.Stands.Rapid.After":          {at: "illegal_move.stands_rapid", says: standsAfter},
	"IllegalMove.Stands.Rapid.ByAgreement":    {at: "illegal_move.stands_rapid", says: standsAgreement},
	"IllegalMove.Stands.Blitz":                {at: "illegal_move.stands_blitz"},
	"IllegalMove.Stands.Blitz.After":          {at: "illegal_move.stands_blitz", says: standsAfter},
	"IllegalMove.Stands.Blitz.ByAgreement":    {at: "illegal_move.stands_blitz", says: standsAgreement},

	"IllegalMove.BothInCheck.Rapid":         {at: "illegal_move.both_kings_or_pawn_rapid"},
	"IllegalMove.BothInCheck.Rapid.Arbiter": {at: "illegal_move.both_kings_or_pawn_rapid", says: inCheckArbiter},
	"IllegalMove.BothInCheck.Blitz":         {at: "illegal_move.both_kings_or_pawn_blitz", says: phrases{{"does not apply", "absent"}, {"waits", "yes"}}},
	"IllegalMove.BothInCheck.Blitz.Arbiter": {at: "illegal_move.both_kings_or_pawn_blitz", says: inCheckArbiter},
}

// A deviation is where the data says something else than the sheet, and why.
// What is "at" for another place of the sheet, "article", "verified", "absent"
// or "value".
type deviation struct{ years, path, what, want, why string }

const (
	clause    = "the sheet names the article, and the record its clause"
	notSeen17 = "the wording of 2017 was not seen, and that of 2018 is what it is inferred from"
	noColumn  = "the sheet has no column for the Competition Rules, and this article holds under them too"
	guideline = "Guideline III leaves blitz out under any rules"
	reading   = "the sheet has it as a note: the Rules Committee read 10.2 so"
	supplied  = "it applies with adequate supervision, which is what the Competition Rules ask"
	b2        = "B.2 is for all blitz; the sheet has it in a note, for its column is of the appendix"
	silent    = "A.3 is taken over by B.3 only, and for B.2 the sheet's note calls the text silent"
)

var deviations = []deviation{
	{"2009", "DeadPosition", "article", "5.2(b)", "9.6 only says it again"},
	{"1997 2001 2005 2009 2014", "Threefold", "article", "9.2(b)", clause},
	{"2017 2018", "Threefold", "article", "9.2.1.2", clause},
	{"2023", "Threefold", "article", "9.2.2", clause},
	{"1997 2001 2005 2009 2014", "Threefold.IntendedArticle", "value", "9.2(a)", clause},
	{"2017 2018", "Threefold.IntendedArticle", "value", "9.2.1.1", clause},
	{"2023", "Threefold.IntendedArticle", "value", "9.2.1", clause},
	{"1997 2001 2005 2009 2014", "FiftyMove", "article", "9.3(b)", clause},
	{"2017 2018 2023", "FiftyMove", "article", "9.3.2", clause},
	{"1997 2001 2005 2009 2014", "FiftyMove.IntendedArticle", "value", "9.3(a)", clause},
	{"2017 2018 2023", "FiftyMove.IntendedArticle", "value", "9.3.1", clause},

	{"2017", "BothFlags.Standard.Announced", "value", "true", notSeen17},
	{"2017", "BothFlags.Rapid.Announced", "value", "true", notSeen17},
	{"2017", "BothFlags.RapidCompetition.Announced", "value", "true", notSeen17},
	{"2017 2018 2023", "BothFlags.BlitzCompetition", "at", "both_flags.blitz", guideline},

	{"2017", "Quickplay.Claim.OnMove", "value", "true", notSeen17},
	{"2005", "Quickplay.Applies.Standard.NoIncrement", "value", "true", reading},
	{"2005", "Quickplay.Applies.Rapid.NoIncrement", "value", "true", reading},
	{"2009", "Quickplay.Applies.RapidCompetition", "at", "quickplay.claim", noColumn},
	{"2009", "Quickplay.Applies.BlitzCompetition", "at", "quickplay.claim", supplied},

	{"2023", "WrongClaim.RapidCompetition", "at", "draw.wrong_claim_rapid", noColumn},
	{"2014 2017 2018", "WrongClaim.BlitzCompetition", "at", "draw.wrong_claim_blitz", noColumn},
	{"2023", "WrongClaim.BlitzCompetition", "verified", "unknown", silent},

	{"2001", "Touch.Released", "verified", "unverified", "1997 and 2005 agree that a piece released stays"},
	{"2018 2023", "Touch.Released", "article", "4.7", "the sheet names its three clauses"},

	{"2023", "IllegalMove.Penalty.RapidCompetition", "at", "illegal_move.penalty_rapid", noColumn},
	{"2018", "IllegalMove.Penalty.BlitzCompetition", "at", "illegal_move.penalty_blitz", noColumn},
	{"2014 2017", "IllegalMove.Penalty.BlitzCompetition", "article", "B.2", b2},
	{"2014", "IllegalMove.Penalty.BlitzCompetition", "verified", "unverified", "Appendix B was not seen; 2017 says it"},
	{"2014 2017", "IllegalMove.Penalty.BlitzCompetition.Steps", "value", "opponent+60s, loss", b2},
	{"2023", "IllegalMove.Penalty.BlitzCompetition", "verified", "unknown", silent},
}

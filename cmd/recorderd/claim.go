package main

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"

	"recorderd/observation"
	"recorderd/record"
	"recorderd/recording"
	"recorderd/sentence"
	"recorderd/sheet"
)

// claimQuestion is what the command line asks.
type claimQuestion struct {
	act    observation.Act
	at     recording.Moment
	lang   sentence.Language
	format string
	file   string
}

// claim answers a claim with its evidence.
func claim(e env, args []string) error {
	q, err := parseClaim(args)
	if err != nil {
		return err
	}
	rec, err := readRecording(q.file)
	if err != nil {
		return err
	}
	judged, err := rec.Claim(q.act, q.at)
	if err != nil {
		return inFile(q.file, err)
	}
	body, err := q.answer(judged)
	if err != nil {
		return inFile(q.file, err)
	}
	if _, err := e.out.Write(body); err != nil {
		return err
	}
	return tellProblems(e, "claim", q.file, rec)
}

func parseClaim(args []string) (q claimQuestion, err error) {
	fs := flag.NewFlagSet("claim", flag.ContinueOnError)
	kind := fs.String("kind", "", "what is claimed: threefold, fifty, flag, illegal-move, touch-move, dead-position or quickplay")
	by := fs.String("by", "", "who claims: white, black or arbiter; if left out, whose claim it can be")
	move := fs.String("move", "", "the `move` that the claimant intends, such as Nf3")
	at := fs.String("at", "", "the `moment` of the claim: a ply such as 24, or a time such as 0:12:31.4; the end if left out")
	lang := fs.String("lang", string(sentence.English), "language: en, pt or es")
	format := fs.String("format", "text", "text, pdf, html or jsonl")
	files, err := parse(fs, args, 1)
	if err != nil {
		return q, err
	}
	q.file, q.format = files[0], *format
	if layouts[q.format] == nil && q.format != claimLine {
		return q, fmt.Errorf("%w: format %q: want text, pdf, html or jsonl", errUsage, q.format)
	}
	if q.act, err = parseClaimAct(*kind, *by, *move); err == nil {
		q.at, err = recording.ParseMoment(*at)
	}
	if err == nil {
		q.lang, err = sentence.ParseLanguage(*lang)
	}
	if err != nil {
		return q, fmt.Errorf("%w: %w", errUsage, err)
	}
	return q, nil
}

// parseClaimAct reads the claim as strictly as one that is sent while the game is
// on.
func parseClaimAct(kind, by, move string) (observation.Act, error) {
	keys := map[string]string{"kind": "claim", "claim": kind, "by": cmp.Or(by, "arbiter")}
	if move != "" {
		keys["move"] = move
	}
	text, err := json.Marshal(keys)
	if err != nil {
		return observation.Act{}, err
	}
	a, err := observation.ParseAct(text)
	a.By = by // nobody is for the recording to find out
	return a, err
}

// answer writes the answer: a line of the record, or the sheet. As text the sentence
// stands before it, for whoever reads no further.
func (q claimQuestion) answer(j *recording.Judged) ([]byte, error) {
	if q.format == claimLine {
		return append(record.AppendLine(nil, j.Claim), '\n'), nil
	}
	d, err := sheet.ForClaim(j, sheet.Options{Language: q.lang, Software: software(), Narrow: narrow(q.format)})
	if err != nil {
		return nil, err
	}
	body, err := layouts[q.format](d)
	if q.format == "text" {
		body = append([]byte(j.Claim.In(q.lang)+"\n\n"), body...)
	}
	return body, err
}

// claimLine is the format of the line that the record has of a claim.
const claimLine = "jsonl"

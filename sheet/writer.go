package sheet

import (
	"encoding/json"
	"slices"
	"strings"

	"recorderd/paper"
	"recorderd/record"
	"recorderd/recording"
	"recorderd/sentence"
)

// writer writes one document about a state of a recording.
type writer struct {
	*recording.State
	opt   Options
	words *words
	doc   paper.Document

	claim  *recording.Judged // what the sheet answers, nil for no claim
	headed bool              // the document says which game it is about
	answer string            // of the sheet that was begun last
	marks  map[string]bool   // that were set beside moves, for the legend
}

func newWriter(s *recording.State, opt Options) *writer {
	if opt.Language == "" {
		opt.Language = sentence.English
	}
	if opt.Letters == "" {
		opt.Letters = Letters(opt.Language)
	}
	w := &writer{State: s, opt: opt, words: in(opt.Language), marks: map[string]bool{}}
	w.doc.Language, w.doc.Page = string(opt.Language), w.words.Common.Page
	if s.Head != nil && s.Head.Synced {
		w.doc.Date = s.Head.Wall
	}
	return w
}

// add puts blocks at the end.
func (w *writer) add(blocks ...paper.Block) { w.doc.Blocks = append(w.doc.Blocks, blocks...) }

// begin begins a sheet: its title, the answer in a box, and once in a document
// what game it is about. Where the sheet answers a claim, that is the answer.
func (w *writer) begin(title, answer string) {
	if w.doc.Title == "" {
		w.doc.Title = title
	}
	if w.claim != nil {
		answer = w.claimAnswer()
	}
	w.answer = answer
	w.add(paper.Heading{Level: 1, Text: title})
	if answer != "" {
		w.add(paper.Paragraph{Text: answer, Look: paper.Boxed})
	}
	w.head()
}

// claimAnswer says the claim with its verdict, and what it was judged by.
func (w *writer) claimAnswer() string {
	answer := w.claim.Claim.In(w.opt.Language)
	if w.claim.Ended {
		answer += " " + w.words.Common.AfterTheEnd
	}
	return answer
}

// part begins a part of a sheet.
func (w *writer) part(title string) { w.add(paper.Heading{Level: 2, Text: title}) }

// para adds running text.
func (w *writer) para(text string) { w.add(paper.Paragraph{Text: text}) }

// found returns the findings of these codes that stand, in the order in which
// they happened.
func (w *writer) found(codes ...string) (all []record.Finding) {
	for _, e := range w.Record.Standing() {
		if f, ok := e.(record.Finding); ok && slices.Contains(codes, f.Code) {
			all = append(all, f)
		}
	}
	return all
}

// claimed returns the claims of these words, in the order in which they were
// made.
func (w *writer) claimed(words ...string) (all []record.Claim) {
	for _, e := range w.Record.Standing() {
		if c, ok := e.(record.Claim); ok && slices.Contains(words, c.Claim) {
			all = append(all, c)
		}
	}
	return all
}

func pickText(first bool, a, b string) string {
	if first {
		return a
	}
	return b
}

// dataOf reads the data of a finding or a claim. What is missing stays empty.
func dataOf[T any](data any) (t T) {
	text, err := json.Marshal(data)
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	if err != nil {
		return *new(T)
	}
	return t
}

// say puts values into a text, in pairs of the name of a gap and what it says.
func say(text string, values ...string) string {
	pairs := slices.Clone(values)
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

package finder

import (
	"context"
	"slices"

	"recorderd/boardio"
	"recorderd/timesource"
)

// Shared opens the line on which several boards of a make are. Where its port is
// gone it is the one on which any board with these serial numbers answers.
func Shared(machine Machine, src timesource.Source, kind boardio.Make, device string, serials []string) boardio.Opener {
	ours := func(f boardio.Found) bool { return slices.Contains(serials, f.Serial) }
	return func() (boardio.Port, error) {
		here, there := machine.At(device)
		if there || kind.Greet == nil {
			return machine.opener(here, kind.Line)()
		}
		sniffer := Sniffer{Machine: machine, Source: src, Makes: []boardio.Make{kind}}
		for _, p := range machine.Ports() {
			if a := sniffer.Sniff(context.Background(), p); slices.ContainsFunc(a.Found, ours) {
				return machine.opener(p, kind.Line)()
			}
		}
		return nil, &boardio.Error{Op: "open", Device: device, Err: boardio.ErrAbsent, Hint: "is the cable in?"}
	}
}

package boardio

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"recorderd/observation"
)

func TestATroubleThatIsOverIsTold(t *testing.T) {
	told := []string{}
	k := NewKeeper(Options{Status: func(err error) {
		if err == nil {
			told = append(told, "over")
			return
		}
		told = append(told, err.Error())
	}}, observation.Board{}, observation.ClockSensor{})
	k.Trouble(nil) // there was none
	for _, err := range []error{errors.New("one"), errors.New("one"), errors.New("two"), nil, nil, errors.New("two")} {
		k.Trouble(err)
	}
	if diff := cmp.Diff([]string{"one", "two", "over", "two"}, told); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

package sentence_test

import (
	"testing"

	"recorderd/sentence"
)

func TestX(t *testing.T) {
	t.Log(sentence.Of("en", sentence.Fact{Code: "checkmate", T: 751432, Article: "5.1.1", Data: map[string]any{"king": "g8", "move": "Ra8#"}}))
}

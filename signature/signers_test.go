package signature

import (
	"strings"
	"testing"
)

func TestAFileOfAllowedSignersSaysWhoIsTrustedForWhat(t *testing.T) {
	k, _ := testKey(t, 20)
	other, _ := testKey(t, 21)
	key := k.Public().String()
	cases := []struct {
		file, namespace, want string
		ok                    bool
	}{
		{k.Public().Line("board1@open"), Evidence, "board1@open", true},
		{k.Public().Line("board1@open"), Checkpoint, "board1@open", true},
		{k.Public().Line("board1@open"), "file", "", false},
		{"board1 " + key, "anything", "board1", true},
		{"board1 " + key + " with a comment", Evidence, "board1", true},
		{"# a remark\n\nboard1 " + key + "\n", Evidence, "board1", true},
		{`board1 namespaces="*@recorderd" ` + key, Evidence, "board1", true},
		{`board1 namespaces="file,evidence@recorderd" ` + key, Evidence, "board1", true},
		{`board1 namespaces="file, evidence@recorderd" ` + key, Evidence, "", false},
		{`board1 namespaces="[e]vidence@recorderd" ` + key, Evidence, "", false},
		{`board1 namespaces="?vidence@recorderd" ` + key, Evidence, "board1", true},
		{`board1 namespaces="evidence\@recorderd" ` + key, Evidence, "", false},
		{"board1\t" + key, Evidence, "board1", true},
		{"board1 \t namespaces=\"evidence@recorderd\"\t" + key, Evidence, "board1", true},
		{`board1 namespaces="*,!evidence@recorderd" ` + key, Evidence, "", false},
		{`board1 namespaces="!checkpoint@recorderd,*" ` + key, Evidence, "board1", true},
		{`board1 namespaces="[" ` + key, Evidence, "", false},
		{"board2 " + other.Public().String(), Evidence, "", false},
		{"board2 " + other.Public().String() + "\nboard1 " + key, Evidence, "board1", true},
		{"", Evidence, "", false},
	}
	for _, c := range cases {
		all, err := ParseSigners(strings.NewReader(c.file))
		if err != nil {
			t.Errorf("%q: %v", c.file, err)
			continue
		}
		if got, ok := all.Trust(c.namespace, k.Public()); got != c.want || ok != c.ok {
			t.Errorf("%q in %s: got %q, %v, want %q, %v", c.file, c.namespace, got, ok, c.want, c.ok)
		}
	}
}

func TestAFileOfAllowedSignersThatMayTakeTrustAwayIsAnError(t *testing.T) {
	k, _ := testKey(t, 22)
	key := k.Public().String()
	cases := []struct{ file, want string }{
		{"board1", "line 1"},
		{"# fine\nboard1 nonsense", "line 2"},
		{`board1 valid-before="20260101" ` + key, "valid-before"},
		{"board1 cert-authority " + key, "cert-authority"},
		{"board1 " + strings.Repeat("x", 1<<17), "allowed signers"},
	}
	for _, c := range cases {
		if all, err := ParseSigners(strings.NewReader(c.file)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: got %v, %v, want an error with %q", c.file, all, err, c.want)
		}
	}
}

func FuzzParseSigners(f *testing.F) {
	k, _ := testKey(f, 23)
	f.Add(k.Public().Line("board1@open"))
	f.Add("a namespaces=\"b,!c\" ssh-ed25519 AAAA")
	f.Add("# nothing\n")
	f.Fuzz(func(t *testing.T, file string) {
		all, err := ParseSigners(strings.NewReader(file))
		if err == nil && len(all) > strings.Count(file, "\n")+1 {
			t.Errorf("%d signers on fewer lines", len(all))
		}
		all.Trust(Evidence, k.Public())
	})
}

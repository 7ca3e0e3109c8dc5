package paper

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// browser opens an empty tab of Debian's chromium.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium here: hack/setup installs it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-component-update", true), chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start chromium: %v", err)
	}
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

func ask[T any](t *testing.T, ctx context.Context, expression string) T {
	t.Helper()
	answer, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return answer
}

func TestThePageOnAPhoneAndOnADesk(t *testing.T) {
	ctx := browser(t)
	text, err := HTML(sample())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ width, inRow int64 }{{360, 1}, {1000, 3}} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(c.width, 800), chromedp.Navigate("file://"+file)); err != nil {
			t.Fatal(err)
		}
		if got := ask[int64](t, ctx, "document.documentElement.scrollWidth"); got > c.width {
			t.Errorf("%d wide: the page needs %d", c.width, got)
		}
		if got := ask[int64](t, ctx, "new Set([...document.querySelectorAll('.of3 svg')].map(s => s.getBoundingClientRect().left)).size"); got != c.inRow {
			t.Errorf("%d wide: %d boards in a row, want %d", c.width, got, c.inRow)
		}
		if got := ask[float64](t, ctx, "document.querySelector('.of3 svg').getBoundingClientRect().width"); got < 240 {
			t.Errorf("%d wide: a board is %g wide", c.width, got)
		}
		if got := ask[int64](t, ctx, "performance.getEntriesByType('resource').length"); got != 0 {
			t.Errorf("%d wide: %d files were asked for", c.width, got)
		}
		shot, err := chromedp.Run(ctx, chromedp.FullScreenshot(100))
		if err != nil {
			t.Fatal(err)
		}
		picture := file + ".png"
		if err := os.WriteFile(picture, shot, 0o644); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(run(t, "zbarimg", "--quiet", "--raw", picture)); got != "recorderd:7F3A92BC0D1E55A8" {
			t.Errorf("%d wide: the QR code says %q", c.width, got)
		}
	}
}

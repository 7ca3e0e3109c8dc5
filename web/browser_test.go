package web

import (
	"context"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"recorderd/live"
	"recorderd/observation"
	"recorderd/timesource"
)

// browser opens an empty tab of Debian's chromium.
func browser(t *testing.T) context.Context {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium here: apt-get install chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.UserDataDir(t.TempDir()))
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

// tab is a page as a test looks at it.
type tab struct {
	*testing.T
	ctx context.Context
}

func (p tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.Fatal(err)
	}
}

// until waits for the page to come to what the expression says.
func (p tab) until(expression string) {
	p.Helper()
	if err := chromedp.Do(p.ctx, chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(30*time.Second))); err != nil {
		html, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.body.innerText"))
		p.Fatalf("never %s: %v\nthe page says:\n%s", expression, err, html)
	}
}

func is[T comparable](p tab, expression string, want T) {
	p.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil || got != want {
		p.Errorf("%s: got %v, %v; want %v", expression, got, err, want)
	}
}

func text(selector string) string {
	return "document.querySelector('" + selector + "')?.innerText"
}

func TestThePageInABrowser(t *testing.T) {
	p := tab{t, browser(t)}
	tb := newTable(t, func(c *Config) {
		c.Time = timesource.Boot()
		c.Board = live.NewBoard("test", c.Time)
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := tb.h.Server()
	go server.Serve(l)
	defer server.Close()
	listening, stop := context.WithCancel(p.ctx)
	defer stop()
	console := chromedp.Console(listening)

	p.do(chromedp.EmulateViewport(1280, 720), chromedp.Navigate("http://"+l.Addr().String()+"/"))
	p.until(text("#result") + " === 'Waiting for a game'")
	is(p, "document.querySelectorAll('.squares rect').length", 64)

	// A game begins, and the running clock runs between its reports.
	tb.sitDown(1)
	p.until("document.querySelectorAll('.man').length === 32")
	is(p, text("#white .name"), "Lima, Ana")
	is(p, text("#black .name"), "Costa, Bruno")
	is(p, text("#event"), "Évora Open")
	is(p, "document.querySelectorAll('#papers a').length", 7)
	is(p, "document.querySelector('#papers a').getAttribute('href')", "/games/1/sheets/report.pdf?lang=en")
	is(p, "document.querySelector('#white').dataset.state", "running")
	is(p, text("#white .word"), "running")
	is(p, text("#black .time"), "3:00")
	p.until(text("#white .time") + " < '3:00'")

	// A move appears when it was made, and is announced when it was completed.
	tb.see(tb.square("e2", 0))
	p.until("document.querySelectorAll('.man').length === 31")
	tb.see(tb.square("e4", 'P'))
	tb.see(observation.Tick{}) // it rests there
	p.until("document.querySelectorAll('.man').length === 32 && " + text(".made .san") + " === 'e4'")
	is(p, text("#say"), "")
	tb.see(clock(179000, 180000, observation.Black))
	p.until(text("#say") + " === '1. e4, White 0:02:59'")
	is(p, text(".last .san"), "e4")
	is(p, text(".last .clk"), "2:59")
	is(p, "document.querySelectorAll('.marks .from, .marks .to, .marks .ring').length", 3)
	is(p, "document.querySelector('#black').dataset.state", "running")
	label, err := chromedp.Run(p.ctx, chromedp.Evaluate[string]("document.querySelector('#board[role=img]').ariaLabel"))
	if err != nil || !strings.Contains(label, "White: king e1, queen d1") || !strings.Contains(label, "pawns a2 b2 c2 d2 e4 f2 g2 h2") {
		t.Errorf("the board's description: got %q, %v", label, err)
	}
	tb.e5()
	p.until(text("#say") + " === '1… e5, Black 0:02:58'")
	is(p, "document.title", "1… e5 · Lima, Ana – Costa, Bruno")

	// A telephone, and the smallest window that counts.
	for _, width := range []int64{320, 390} {
		p.do(chromedp.EmulateViewport(width, 568))
		is(p, "document.documentElement.scrollWidth <= innerWidth", true)
		is(p, "document.querySelector('#board').getBoundingClientRect().width > 0.9 * innerWidth", true)
		is(p, "document.querySelector('#black .time').getBoundingClientRect().right < innerWidth", true)
	}

	// The cable is pulled: nothing pretends to be known.
	tb.see(observation.Link{Device: observation.BoardDevice})
	p.until(text("#alerts") + ".includes('disconnected')")
	is(p, text("#white .word"), "no signal")
	is(p, text("#link-board"), "Board disconnected")

	elsewhere := "performance.getEntriesByType('resource').filter(e => new URL(e.name).host !== location.host).map(e => e.name).join()"
	is(p, elsewhere, "")
	stop()
	for m, err := range console {
		if err != nil {
			break
		}
		t.Errorf("the console says: %v", m)
	}

	// The recorder goes away.
	server.Close()
	p.until(text("#alerts") + ".includes('Connection to the recorder lost')")
}

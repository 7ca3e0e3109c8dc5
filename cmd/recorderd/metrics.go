package main

import (
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"recorderd/archive"
	"recorderd/boardio"
	"recorderd/journal"
	"recorderd/observation"
	"recorderd/recorder"
)

// metrics shows the figures that the parts of one board count themselves. It
// reads them when it is asked and keeps nothing but the times of syncs.
type metrics struct {
	station *station
	syncs   prometheus.Histogram
}

func newMetrics(s *station) *metrics {
	return &metrics{station: s, syncs: prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "recorderd_journal_sync_duration_seconds",
		Help:    "Time that one group of journal lines took to reach the disk.",
		Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1},
	})}
}

// metricsOf serves the figures of the program and of all boards.
func metricsOf(stations []*station) http.Handler {
	return promhttp.HandlerFor(registryOf(stations), promhttp.HandlerOpts{EnableOpenMetrics: true})
}

// registryOf has the figures of the program and of all boards. Where there are
// several each figure says of which board it is.
func registryOf(stations []*station) *prometheus.Registry {
	registry := prometheus.NewRegistry()
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name:        "recorderd_build_info",
		Help:        "Always 1; the labels say what is running.",
		ConstLabels: prometheus.Labels{"version": softwareVersion(), "goversion": runtime.Version()},
	})
	info.Set(1)
	registry.MustRegister(info, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, s := range stations {
		board := prometheus.Registerer(registry)
		if s.name != "" {
			board = prometheus.WrapRegistererWith(prometheus.Labels{"board": s.name}, registry)
		}
		board.MustRegister(s.metrics.syncs, s.metrics)
	}
	return registry
}

// synced notes how long a sync of the journal took.
func (m *metrics) synced(took time.Duration, err error) { m.syncs.Observe(took.Seconds()) }

// figure is one metric and where its value comes from.
type figure struct {
	desc  *prometheus.Desc
	kind  prometheus.ValueType
	value func(sample) float64
}

// sample is what all parts say at one time.
type sample struct {
	device  boardio.Stats
	counts  recorder.Counts
	journal journal.State
	durable int64 // number of the last durable line, -1 for none
	archive archive.State
	streams struct{ open, refused, dropped int64 }
}

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("recorderd_"+name, help, labels, nil)
}

func counter(name, help string, value func(sample) float64) figure {
	return figure{describe(name, help), prometheus.CounterValue, value}
}

func gauge(name, help string, value func(sample) float64) figure {
	return figure{describe(name, help), prometheus.GaugeValue, value}
}

var figures = []figure{
	gauge("device_connected", "1 while the board answers.", func(s sample) float64 { return oneIf(s.device.Connected) }),
	counter("device_reconnects_total", "Times that the board came back.", func(s sample) float64 { return float64(s.device.Reconnects) }),
	counter("received_bytes_total", "Bytes received from the board.", func(s sample) float64 { return float64(s.device.Bytes) }),
	gauge("game_active", "1 while a game is being recorded.", func(s sample) float64 { return oneIf(s.counts.Active) }),
	gauge("game_number", "Number of the game that is being recorded, or was last.", func(s sample) float64 { return float64(s.counts.Game) }),
	gauge("game_ply", "Plies of that game that stand.", func(s sample) float64 { return float64(s.counts.Ply) }),
	counter("square_events_total", "Changes of squares.", func(s sample) float64 { return float64(s.counts.Squares) }),
	counter("moves_detected_total", "Plies made.", func(s sample) float64 { return float64(s.counts.Moves) }),
	counter("moves_corrected_total", "Plies taken back or read anew.", func(s sample) float64 { return float64(s.counts.Retracted) }),
	counter("illegal_moves_total", "Plies that were not legal.", func(s sample) float64 { return float64(s.counts.Illegal) }),
	counter("ambiguities_total", "Plies with more than one reading.", func(s sample) float64 { return float64(s.counts.Ambiguous) }),
	counter("observations_refused_total", "Observations that could not be kept.", func(s sample) float64 { return float64(s.counts.Refused) }),
	gauge("journal_degraded", "1 while the journal is in memory only.", func(s sample) float64 { return oneIf(s.journal.Degraded()) }),
	gauge("journal_records", "Lines of the journal of that game.", func(s sample) float64 { return float64(s.journal.Lines) }),
	gauge("journal_durable_records", "Lines of it that a power cut cannot take any more.", func(s sample) float64 { return float64(s.durable + 1) }),
	gauge("journal_size_bytes", "Size of its file.", func(s sample) float64 { return float64(s.journal.Size) }),
	gauge("journal_pending_records", "Lines of it that are not known to be on the disk.", func(s sample) float64 { return float64(s.journal.Pending) }),
	counter("journal_errors_total", "Attempts to write or sync the journal that failed.", func(s sample) float64 { return float64(s.journal.Failures) }),
	counter("journal_recoveries_total", "Times that a failing disk worked again.", func(s sample) float64 { return float64(s.journal.Recoveries) }),
	gauge("copy_degraded", "1 while the second copy is in trouble.", func(s sample) float64 { return oneIf(s.archive.Err != nil) }),
	gauge("copy_pending_bytes", "Bytes of journals that the second copy was not known to have when it was last looked at.", func(s sample) float64 { return float64(s.archive.Behind) }),
	counter("copy_errors_total", "Times that the second copy could not be brought up to date.", func(s sample) float64 { return float64(s.archive.Failures) }),
	counter("files_removed_total", "Files that were removed because they were kept long enough.", func(s sample) float64 { return float64(s.archive.Removed) }),
	gauge("sse_clients", "Event streams that are open.", func(s sample) float64 { return float64(s.streams.open) }),
	counter("sse_refused_total", "Event streams that were refused because too many were open.", func(s sample) float64 { return float64(s.streams.refused) }),
	counter("sse_dropped_total", "Event streams that were ended because the client did not read.", func(s sample) float64 { return float64(s.streams.dropped) }),
}

var (
	framesReceived = describe("frames_received_total", "Messages received from the board.", "kind")
	framesInvalid  = describe("frames_invalid_total", "Messages and bytes from the board that made no sense.", "reason")
	squareChanges  = describe("square_changes_total", "Changes of a square, as the board numbers it.", "square")
	squareFlickers = describe("square_flickers_total", "Changes of a square that were taken back within a quarter of a second.", "square")
)

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Describe implements prometheus.Collector.
func (m *metrics) Describe(out chan<- *prometheus.Desc) {
	for _, f := range figures {
		out <- f.desc
	}
	out <- framesReceived
	out <- framesInvalid
	out <- squareChanges
	out <- squareFlickers
}

// Collect implements prometheus.Collector.
func (m *metrics) Collect(out chan<- prometheus.Metric) {
	s := m.sample()
	for _, f := range figures {
		out <- prometheus.MustNewConstMetric(f.desc, f.kind, f.value(s))
	}
	for name, n := range s.device.Frames {
		out <- prometheus.MustNewConstMetric(framesReceived, prometheus.CounterValue, float64(n), name)
	}
	for reason, n := range s.device.Dropped {
		out <- prometheus.MustNewConstMetric(framesInvalid, prometheus.CounterValue, float64(n), reason)
	}
	for i, sq := range m.station.device.Squares() {
		name := observation.Square(i).String()
		out <- prometheus.MustNewConstMetric(squareChanges, prometheus.CounterValue, float64(sq.Changes), name)
		out <- prometheus.MustNewConstMetric(squareFlickers, prometheus.CounterValue, float64(sq.Flickers), name)
	}
}

func (m *metrics) sample() sample {
	s := sample{device: m.station.device.Stats(), counts: m.station.recorder.Counts(), durable: -1}
	if journal, durable, ok := m.station.recorder.Journal(); ok {
		s.journal, s.durable = journal, durable
	}
	if a := m.station.archive; a != nil {
		s.archive = a.State()
	}
	if w := m.station.web; w != nil {
		st := w.Stats()
		s.streams.open, s.streams.refused, s.streams.dropped = st.Open, st.Refused, st.Dropped
	}
	return s
}

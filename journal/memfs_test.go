package journal

import "recorderd/disk/forgetful"

// memFS is a disk in memory that forgets.
type memFS struct{ *forgetful.Disk }

func newMemFS() *memFS { return &memFS{forgetful.New(1)} }

func (m *memFS) put(path string, b []byte)  { m.Put(path, b) }
func (m *memFS) get(path string) []byte     { return m.Get(path) }
func (m *memFS) onPlate(path string) []byte { return m.OnPlate(path) }

func (m *memFS) setFault(f func(op string) error, space int64) {
	if f == nil {
		m.Fail(nil, space)
		return
	}
	m.Fail(func(op, _ string) error { return f(op) }, space)
}

package boardio

import (
	"errors"
	"io"
	"io/fs"
	"syscall"

	"go.bug.st/serial"
)

// Port is an open line to a device. Close ends a Read that waits.
type Port interface {
	io.ReadWriteCloser
	// ResetInputBuffer throws away what was received and not yet read.
	ResetInputBuffer() error
}

// Opener opens the line, again and again when the device comes and goes. Its
// errors are of type *Error.
type Opener func() (Port, error)

// Errors that an *Error is made of, for errors.Is.
var (
	ErrAbsent     = errors.New("no such device")
	ErrBusy       = errors.New("busy")
	ErrPermission = errors.New("no permission")
	ErrNoLine     = errors.New("not a serial port")
	ErrNoHID      = errors.New("not a HID device")
	ErrGone       = errors.New("gone")
	ErrSilent     = errors.New("no answer")
)

// Error says what could not be done with which device, why, and what the
// operator can do.
type Error struct {
	Op     string // such as "open"
	Device string
	Err    error
	Hint   string // ends the sentence; empty where nothing can be done
}

func (e *Error) Error() string {
	s := e.Op + " " + e.Device + ": " + e.Err.Error()
	if e.Hint != "" {
		s += ": " + e.Hint
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// Line is how a serial port is set. DTR and RTS are left as the system sets
// them where they are nil; makers disagree about them.
type Line struct {
	Baud     int
	DTR, RTS *bool
}

// Serial returns an Opener for a serial port, a USB one or a pseudo-terminal:
// eight bits, no parity, one stop bit, no flow control.
func Serial(device string, line Line) Opener {
	return func() (Port, error) {
		port, err := openSerial(device, line)
		if err != nil {
			return nil, explain(device, err)
		}
		return port, nil
	}
}

func openSerial(device string, line Line) (serial.Port, error) {
	port, err := serial.Open(device, &serial.Mode{BaudRate: line.Baud, DataBits: 8, Parity: serial.NoParity, StopBits: serial.OneStopBit})
	if err != nil {
		return nil, err
	}
	if line.DTR != nil {
		err = port.SetDTR(*line.DTR)
	}
	if err == nil && line.RTS != nil {
		err = port.SetRTS(*line.RTS)
	}
	if err != nil {
		port.Close()
		return nil, &Error{"set DTR and RTS of", device, err, "take dtr and rts out of the configuration"}
	}
	return port, nil
}

// explain turns an error of opening into one that tells the operator what to do.
func explain(device string, err error) error {
	var told *Error
	if errors.As(err, &told) {
		return err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENODEV), errors.Is(err, syscall.ENXIO), errors.Is(err, syscall.EIO), isCode(err, serial.PortNotFound):
		return &Error{"open", device, ErrAbsent, "is the cable in?"}
	case errors.Is(err, syscall.EBUSY), isCode(err, serial.PortBusy):
		return &Error{"open", device, ErrBusy, "another program has it open; end that one"}
	case errors.Is(err, fs.ErrPermission), isCode(err, serial.PermissionDenied):
		return &Error{"open", device, ErrPermission, "add the user to the group dialout and start again"}
	case isCode(err, serial.InvalidSerialPort):
		return &Error{"open", device, ErrNoLine, "give the device of the board, such as /dev/ttyUSB0"}
	}
	return &Error{"open", device, err, ""}
}

func isCode(err error, code serial.PortErrorCode) bool {
	var pe *serial.PortError
	return errors.As(err, &pe) && pe.Code() == code
}

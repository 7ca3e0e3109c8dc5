package evidence

import "io"

const zipMagic = "PK\x03\x04"

func verifyBundle(in io.Reader, opt Options) (Findings, error) { return Findings{}, nil }

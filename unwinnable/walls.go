package unwinnable

type walls struct{}

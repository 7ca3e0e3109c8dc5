package main

import "errors"

func run(e env, args []string) error           { return errors.New("soon") }
func demo(e env, args []string) error          { return errors.New("soon") }
func simulateGames(e env, args []string) error { return errors.New("soon") }
func probe(e env, args []string) error         { return errors.New("soon") }

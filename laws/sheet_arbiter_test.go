package laws

// sheetOfTheArbiter is the part of the sheet about games begun wrongly, clocks,
// flags, the quickplay finish, recording and claims.
const sheetOfTheArbiter = `
wrong position
1997 2009 | 7.1(a) | source     | new game
2001      | 7.1(a) | unverified | new game
2005      | 7.1(a) | text       | new game
2014      | 7.2(a) | source     | new game
2017      | 7.2.1  | unverified | new game
2018 2023 | 7.2.1  | source     | new game

wrong orientation
1997 2009 | 7.1(b) | source     | position moved
2001 2005 | 7.1(b) | unverified | position moved
2014      | 7.2(b) | source     | position moved
2017      | 7.2.2  | unverified | position moved
2018 2023 | 7.2.2  | source     | position moved

colours reversed
1997 2009      | 7.2 | source     | goes on
2001           | 7.2 | unverified | goes on
2005           | 7.2 | text       | goes on
2014           | 7.3 | source     | goes on
2017 2018 2023 | 7.3 | source     | new game before 10 moves

cut-off
1997      | B4     | source | 3 moves made, castling barred: none
2001 2005 | B4     | text   | 3 moves made, castling barred: king-and-queen
2009      | A.4(a) | source | 3 moves completed, castling barred: king-and-queen
2014      | A.4(a) | text   | 10 moves completed, castling barred: king-or-rook
2017 2018 | A.4.1  | source | 10 moves completed, castling barred: king-or-rook
2023      | A.5.1  | source | 10 moves completed, castling barred: king-or-rook

clock, wrong setting
1997 2001 |         | unknown    | unknown
2005      | 6.11    | text       | put right
2009      | 6.10(b) | source     | put right
2014      | 6.10(b) | unverified | put right
2017      | 6.10.2  | unverified | put right
2018 2023 | 6.10.2  | source     | put right

clock, conclusive
1997      | 6.10    | source     | yes
2001      | 6.11    | unverified | yes
2005      | 6.11    | text       | yes
2009      | 6.10(a) | source     | yes
2014      | 6.10(a) | unverified | yes
2017      | 6.10.1  | unverified | yes
2018 2023 | 6.10.1  | source     | yes

clock, after an irregularity
1997           | 6.13 | source     | set by the arbiter
2001           | 6.14 | unverified | set by the arbiter
2005           | 6.14 | text       | set by the arbiter
2009           | 6.13 | source     | set by the arbiter
2014 2018 2023 | 7.1  | source     | set by the arbiter
2017           | 7.1  | unverified | set by the arbiter

flag, loss
1997 2009      | 6.9  | source     | loses
2001           | 6.10 | unverified | loses
2005           | 6.10 | text       | loses
2014           | 6.9  | unverified | loses
2017 2018 2023 | 6.9  | source     | loses

flag, draw exception
1997 2009      | 6.9         | source     | draw
2001           | 6.10        | unverified | draw
2005           | 6.10        | text       | draw
2014           | 6.9, A.4(c) | text       | draw
2017 2018 2023 | 6.9         | source     | draw

flag called, standard
1997      | 6.8 | unknown    | unknown
2001      | 6.9 | unverified | arbiter-or-player
2005      | 6.9 | text       | arbiter-or-player
2009      | 6.8 | source     | arbiter-or-player
2014 2017 | 6.8 | unverified | arbiter-or-player
2018 2023 | 6.8 | source     | arbiter-or-player

flag called, rapid
1997      | B6           | source | players
2001      | B6           | text   | players
2005      | B7           | text   | players
2009      | A.4(d)(1)    | source | players-until-both
2014      | 6.8, A.4(c)  | source | arbiter-or-player
2017 2018 | A.4.3, A.4.5 | source | arbiter-or-player
2023      | A.5.3, A.5.5 | source | arbiter-or-player

flag called, blitz
1997      | C2, B6         | source | players
2001      | C2, B6         | text   | players
2005      | C2, B7         | text   | players
2009      | B.3(a), A.4(d) | source | players-until-both
2014      | 6.8, A.4(c)    | source | arbiter-or-player
2017 2018 | B.4, A.4.5     | source | arbiter-or-player
2023      | B.3, A.5.5     | source | arbiter-or-player

flag, clocks stopped
1997      | B7        | source | must
2001      | B7        | text   | must
2005      | B8        | text   | must
2009      | A.4(d)(2) | source | must
2014      | A.4(c)    | text   | must
2017 2018 | A.4.3     | source | may
2023      | A.5.3     | source | may

flag, own one up
1997 | B7        | source | yes
2001 | B7        | text   | yes
2005 | B8        | text   | yes
2009 | A.4(d)(2) | source | yes
2014 | A.4(c)    | text   | yes
2017 | A.4.3     | source | yes
2018 | A.4.3     | source | absent
2023 | A.5.3     | source | absent

both flags, standard
1997           | 6.11, 10.4 | source     | first-loses, else draw-in-last-period
2001           | 6.12, 10.3 | source     | first-loses, else draw-in-last-period
2005           | 6.12       | source     | first-loses, else draw-in-last-period
2009           | 6.11       | source     | first-loses, else draw-in-last-period
2014           | 6.11       | unverified | first-loses, else draw-in-last-period
2017 2018 2023 | III.3.1    | source     | first-loses, else draw-in-last-period if announced

both flags, rapid
1997      | B8             | source  | draw, else draw
2001      | B8             | text    | draw, else draw
2005      | B9             | text    | draw, else draw
2009      | A.4(d)(3)      | source  | draw, else draw
2014      | A.4(c)         | unknown | unknown
2017      | III.3.1, A.4.3 | source  | first-loses, else draw-in-last-period if announced
2018 2023 | III.3.1        | source  | first-loses, else draw-in-last-period if announced

both flags, blitz
1997      | C2, B8            | source  | draw, else draw
2001      | C2, B8            | text    | draw, else draw
2005      | C2, B9            | text    | draw, else draw
2009      | B.3(a), A.4(d)(3) | source  | draw, else draw
2014      | A.4(c)            | unknown | unknown
2017      | A.4.5             | source  | first-loses, else unspecified
2018 2023 | III.2.2           | source  | first-loses, else unspecified

both flags, rapid competition
1997           | B2      | source     | absent
2001 2005      | B2      | text       | absent
2009           | 6.11    | source     | first-loses, else draw-in-last-period
2014           | 6.11    | unverified | first-loses, else draw-in-last-period
2017 2018 2023 | III.3.1 | source     | first-loses, else draw-in-last-period if announced

both flags, blitz competition
1997      | C2      | source     | absent
2001 2005 | C2      | text       | absent
2009      | 6.11    | source     | first-loses, else draw-in-last-period
2014      | 6.11    | unverified | first-loses, else draw-in-last-period
2017      | A.4.5   | source     | first-loses, else unspecified
2018 2023 | III.2.2 | source     | first-loses, else unspecified

quickplay claim
1997      | 10.2        | source     | under 120
2001 2009 | 10.2        | source     | under 120 on move
2005      | 10.2        | text       | under 120 on move
2014      | G.2-G.5     | source     | under 120 on move
2017      | III.2-III.5 | unverified | under 120 on move
2018 2023 | III.2-III.5 | source     | under 120 on move

quickplay, standard
1997 2001 2009 | 10.2        | source     | always
2005           | 10.2        | text       | without increment
2014           | G.2-G.5     | source     | without increment if announced
2017           | III.2-III.5 | unverified | without increment if announced
2018 2023      | III.2-III.5 | source     | without increment if announced

quickplay, rapid
1997      | B5      | source     | always
2001 2009 | 10      | source     | always
2005      | 10.2    | text       | without increment
2014      | G.3     | source     | without increment if announced
2017      | III.2.2 | unverified | without increment if announced
2018 2023 | III.2.2 | source     | without increment if announced

quickplay, blitz
1997      | C5      | source     | absent
2001      | C4      | text       | absent
2005      | C2      | text       | absent
2009      | B.3(b)  | source     | absent
2014      | G.3     | source     | absent
2017      | III.2.2 | unverified | absent
2018 2023 | III.2.2 | source     | absent

quickplay, rapid competition
1997      | B2      | source     | absent
2001 2005 | B2      | text       | absent
2009      | 10.2    | source     | always
2014      | G.3     | source     | without increment if announced
2017      | III.2.2 | unverified | without increment if announced
2018 2023 | III.2.2 | source     | without increment if announced

quickplay, blitz competition
1997      | C2      | source     | absent
2001 2005 | C2      | text       | absent
2009      | 10.2    | source     | always
2014      | G.3     | source     | absent
2017      | III.2.2 | unverified | absent
2018 2023 | III.2.2 | source     | absent

five minutes
1997 2001 | 8.4 | unknown    | unknown
2005 2018 | 8.4 | text       | under 300 with less than 30 a move
2009 2023 | 8.4 | source     | under 300 with less than 30 a move
2014 2017 | 8.4 | unverified | under 300 with less than 30 a move

exempt
1997      | B3               | source | yes
2001 2005 | B3               | text   | yes
2009      | A.2, B.2, B.3(a) | source | yes
2014      | A.2              | text   | yes
2017 2018 | A.2, B.4         | source | yes
2023      | A.2, B.3         | source | yes

reconstruction
1997 2001 | 8.5    | unknown    | unknown
2005      | 8.5(c) | unknown    | unknown
2009      | 8.5(c) | source     | yes
2014      | 8.5(c) | unverified | yes
2017      | 8.5.3  | unverified | yes
2018      | 8.5.3  | text       | yes
2023      | 8.5.3  | source     | yes

move count not told
1997      |      | unknown    | unknown
2001      | 13.6 | unknown    | unknown
2005      | 13.6 | text       | yes
2009      | 13.6 | source     | yes
2014 2017 | 12.6 | unverified | yes
2018 2023 | 12.6 | source     | yes

envelope
1997      | Appendix A                 | unknown    | unknown
2001      | A2                         | text       | yes
2005      | A2                         | unknown    | unknown
2009      | Guidelines (adjournment) 2 | source     | yes
2014      | E.2                        | unverified | yes
2017      | I.2                        | unverified | yes
2018 2023 | I.2                        | source     | yes

draw claim, touch loses
1997 2001 2005           | 9.4 | unknown | unknown
2009 2014 2017 2018 2023 | 9.4 | source  | yes

draw claim, is an offer
1997           |           | unknown    | unknown
2001           | 9.1(c)    | source     | yes
2005           | 9.1(c)    | unverified | yes
2009 2014      | 9.1(b)(3) | source     | yes
2017 2018 2023 | 9.1.2.3   | source     | yes

draw claim, move binding
1997 2001      | 9.5    | unknown | unknown
2005           | 9.5(b) | text    | yes
2009 2014      | 9.5(b) | source  | yes
2017 2018 2023 | 9.5.3  | source  | yes
`

package laws

// sheetOfIllegalMoves is the part of the sheet about illegal moves.
const sheetOfIllegalMoves = `
illegal move completed, standard
1997           | 7.4            | source  | unspecified
2001           | 7.4            | unknown | unknown
2005           | 7.4(a)         | text    | made
2009           | 7.4(a), 6.7(a) | source  | completed
2014           | 7.5(a)         | source  | completed
2017 2018 2023 | 7.5.1          | source  | completed

illegal move completed, rapid
1997           | B      | source | unspecified
2001           | B      | text   | unspecified
2005           | B6     | text   | completed
2009           | A.4(c) | source | completed
2014           | A.4(b) | text   | completed
2017 2018 2023 | 7.5.1  | source | completed

illegal move completed, blitz
1997           | C3     | source     | completed
2001 2005      | C3     | text       | completed
2009           | B.3(c) | source     | completed
2014           | A.4(b) | unverified | completed
2017 2018 2023 | 7.5.1  | source     | completed

penalty, standard
1997      | 7.4                 | source     | restored
2001      | 7.4(b)              | unverified | +120, +120, loss
2005      | 7.4(b)              | text       | +120, +120, loss
2009      | 7.4(b)              | source     | +120, +120, loss
2014      | 7.5(b)              | source     | +120, loss
2017      | 7.5.3, 7.7.2, 7.8.2 | source     | +120, loss
2018 2023 | 7.5.5               | source     | +120, loss

penalty, rapid
1997 | B5, 10.3       | source     | +120, +120, loss
2001 | 7.4(b)         | unverified | +120, +120, loss
2005 | 7.4(b), B6     | text       | +120, +120, loss
2009 | 7.4(b), A.4(c) | source     | +120, +120, loss
2014 | A.4(b)         | text       | loss
2017 | A.4.2          | source     | loss
2018 | A.4.2, 7.5.5   | source     | +120, loss
2023 | A.3, 7.5.5     | source     | +60, loss

penalty, blitz
1997      | C3              | source | loss on claim
2001 2005 | C3              | text   | loss on claim
2009      | B.3(c)          | source | loss on claim
2014      | A.4(b)          | source | loss
2017      | B.4, A.4.2      | source | loss
2018      | B.2, 7.5.5      | source | +60, loss
2023      | B.3, A.3, 7.5.5 | source | +60, loss

penalty, rapid competition
1997      | B2                  | source | absent
2001 2005 | B2                  | text   | absent
2009      | 7.4(b)              | source | +120, +120, loss
2014      | 7.5(b)              | source | +120, loss
2017      | 7.5.3, 7.7.2, 7.8.2 | source | +120, loss
2018      | 7.5.5               | source | +120, loss
2023      | A.3, 7.5.5          | source | +60, loss

penalty, blitz competition
1997      | C2         | source     | absent
2001 2005 | C2         | text       | absent
2009      | 7.4(b)     | source     | +120, +120, loss
2014      | B.2        | unverified | +60, loss
2017      | B.2        | source     | +60, loss
2018      | B.2, 7.5.5 | source     | +60, loss
2023      | 7.5.5      | unknown    | unknown

draw exception
1997      | C4             | source | false false true
2001 2005 | C3             | text   | false false true
2009      | 7.4(b), B.3(c) | source | true true true
2014      | 7.5(b), A.4(b) | text   | true true true
2017      | 7.5.3, A.4.2   | source | true true true
2018 2023 | 7.5.5          | source | true true true

illegal move claim, standard
1997 2009      | 7.4    | source     | anyone until game-end
2001           | 7.4    | unverified | anyone until game-end
2005           | 7.4    | text       | anyone until game-end
2014           | 7.5(a) | source     | anyone until game-end
2017 2018 2023 | 7.5.1  | source     | anyone until game-end

illegal move claim, rapid
1997      | B5     | source | players until not-stated
2001      | B5     | text   | players until next-touch
2005      | B6     | text   | opponent until next-move
2009      | A.4(c) | source | opponent until next-move
2014      | A.4(b) | text   | arbiter-or-opponent until next-move
2017 2018 | A.4.2  | source | arbiter-or-opponent until next-move
2023      | A.5.2  | source | arbiter-or-opponent until next-move

illegal move claim, blitz
1997      | C3         | source | opponent until next-move
2001 2005 | C3         | text   | opponent until next-move
2009      | B.3(c)     | source | opponent until next-move
2014      | A.4(b)     | source | arbiter-or-opponent until next-move
2017 2018 | B.4, A.4.2 | source | arbiter-or-opponent until next-move
2023      | B.3, A.5.2 | source | arbiter-or-opponent until next-move

press without a move
1997 2001 |       | unknown | unknown
2005      | 13.4  | text | absent
2009 2014 |       | source | absent
2017      | 7.8.1 | source | illegal
2018 2023 | 7.5.3 | source | illegal

stands, standard
1997           | 7.4    | source     | after game-end, by agreement false
2001           | 7.4    | unverified | after game-end, by agreement false
2005           | 7.4    | text       | after game-end, by agreement false
2009           | 7.4(a) | source     | after game-end, by agreement false
2014           | 7.5(a) | source     | after game-end, by agreement false
2017 2018 2023 | 7.5.1  | source     | after game-end, by agreement false

stands, rapid
1997      | B      | source | after not-stated, by agreement false
2001      | B5(b)  | text   | after next-touch, by agreement false
2005      | B6     | text   | after next-move, by agreement false
2009      | A.4(c) | source | after next-move, by agreement false
2014      | A.4(b) | text   | after next-move, by agreement true
2017 2018 | A.4.2  | source | after next-move, by agreement true
2023      | A.5.2  | source | after next-move, by agreement true

stands, blitz
1997      | C3         | source     | after next-move, by agreement false
2001      | C3         | unknown    | unknown
2005      | C3         | source     | after next-move, by agreement false
2009      | B.3(c)     | source     | after next-move, by agreement true
2014      | A.4(b)     | unverified | after next-move, by agreement true
2017 2018 | B.4, A.4.2 | source     | after next-move, by agreement true
2023      | B.3, A.5.2 | source     | after next-move, by agreement true

penalty, quickplay finish
1997      | 10.3   | source     | +120, +120, loss
2001      | 7.4(b) | unverified | +120, +120, loss
2005      | 7.4(b) | text       | +120, +120, loss
2009      | 7.4(b) | source     | +120, +120, loss
2014      | 7.5(b) | source     | +120, loss
2017      | 7.5.3  | source     | +120, loss
2018 2023 | 7.5.5  | source     | +120, loss

king captured
1997 2001      | 7.4         | source  | absent
2005           | 1.2, 7.4(a) | text    | illegal
2009           | 1.2, 7.4(a) | source  | illegal
2014           |             | unknown | unknown
2017 2018 2023 | 1.4.1       | source  | illegal

promotion missing
1997 2001      | 7.4    | source | absent
2005           | 7.4(a) | text   | illegal, forced queen false
2009           | 7.4(a) | source | illegal, forced queen false
2014           | 7.5(a) | source | illegal, forced queen true
2017 2018 2023 | 7.5.2  | source | illegal, forced queen true

promotion wrong
1997 2001 |                 | unknown | unknown
2005      | 3.7(e), 7.4(a)  | text    | illegal
2009      | 3.7(e), 7.4(a)  | source  | illegal
2014      | 4.6             | unknown | unknown
2017      | 3.7.5.1, 3.10.2 | source  | illegal
2018 2023 | 3.7, 3.10.2     | source  | illegal

promotion order
1997 2001      |        | unknown    | unknown
2005           | 3.7(e) | text       | pawn-first
2009           | 4.6(c) | source     | unspecified
2014 2018 2023 | 4.6    | source     | any
2017           | 4.6    | unverified | any

both in check, rapid
1997      | B      | source | absent
2001      | B      | text   | absent
2005      | B6     | text   | intervenes
2009      | A.4(c) | source | intervenes
2014      | A.4(d) | text   | waits-then-draw
2017 2018 | A.4.4  | source | waits-then-draw
2023      | A.5.4  | source | waits-then-draw

both in check, blitz
1997      | C          | source     | absent
2001      | C          | text       | absent
2005      | C2         | text       | absent
2009      | B.3(b)     | source     | absent
2014      | A.4(d)     | unverified | waits-then-draw
2017 2018 | B.4, A.4.4 | source     | waits-then-draw
2023      | B.3, A.5.4 | source     | waits-then-draw
`

package laws

// sheetOfTheGame is the part of the sheet about modes, about what ends a game
// and about what hands do.
const sheetOfTheGame = `
rapid
1997           | B1  | source | 15 unspecified, 60 unspecified, increments false
2001           | B1  | text   | 15 unspecified, 60 unspecified, increments false
2005           | B1  | text   | 15 included, 60 included, increments true
2009           | A.1 | source | 15 included, 60 excluded, increments true
2014           | A.1 | text   | 10 excluded, 60 excluded, increments true
2017 2018 2023 | A.1 | source | 10 excluded, 60 excluded, increments true

blitz
1997           | C1  | source     | 0 included, 15 excluded, increments false
2001           | C1  | text       | 0 included, 15 excluded, increments false
2005           | C1  | text       | 0 included, 15 excluded, increments true
2009           | B.1 | source     | 0 included, 15 excluded, increments true
2014           | B.1 | unverified | 0 included, 10 included, increments true
2017 2018 2023 | B.1 | source     | 0 included, 10 included, increments true

rapid competition
1997      | B2    | source | absent
2001 2005 | B2    | text   | absent
2009      | A.3   | source | yes
2014      | A.3   | text   | yes
2017 2018 | A.3.1 | source | yes
2023      | A.4   | source | yes

blitz competition
1997      | C2    | source     | absent
2001 2005 | C2    | text       | absent
2009      | B.2   | source     | yes
2014      | B.3   | unverified | yes
2017 2018 | B.3.1 | source     | yes
2023      | B.2   | source     | yes

checkmate
1997 2001 2009 | 5.1(a) | source     | legal
2005           | 5.1(a) | text       | legal
2014           | 5.1(a) | unverified | articles-3-and-4
2017 2018 2023 | 5.1.1  | source     | articles-3-and-4

stalemate
1997           | 5.2    | source | any
2001 2009      | 5.2(a) | source | legal
2005           | 5.2(a) | text   | legal
2014           | 5.2(a) | source | articles-3-and-4
2017 2018 2023 | 5.2.1  | source | articles-3-and-4

dead position
1997           |        | unknown    | unknown
2001 2009      | 5.2(b) | source     | legal
2005           | 5.2(b) | text       | legal
2014           | 5.2(b) | unverified | articles-3-and-4
2017 2018 2023 | 5.2.2  | source     | articles-3-and-4

resignation
1997 2001 2009 | 5.1(b) | source     | draw if he cannot mate: false
2005           | 5.1(b) | text       | draw if he cannot mate: false
2014           | 5.1(b) | unverified | draw if he cannot mate: false
2017 2018      | 5.1.2  | source     | draw if he cannot mate: false
2023           | 5.1.2  | source     | draw if he cannot mate: true

agreement
1997           | 5.3    | source | 0 moves
2001 2009 2014 | 5.2(c) | source | 0 moves
2005           | 5.2(c) | text   | 0 moves
2017 2018 2023 | 5.2.3  | source | 1 moves

threefold
1997 2001      | 9.2(b)  | source | 3, intended 9.2(a), castling changed (9.2)
2005           | 9.2(b)  | text   | 3, intended 9.2(a), castling changed (9.2)
2009 2014      | 9.2(b)  | source | 3, intended 9.2(a), castling lost (9.2)
2017 2018      | 9.2.1.2 | source | 3, intended 9.2.1.1, castling lost (9.2.2)
2023           | 9.2.2   | source | 3, intended 9.2.1, castling lost (9.2.3)

fivefold
1997 2001 2009 |        | source | absent
2005           |        | text   | absent
2014           | 9.6(a) | source | 5 alternate
2017 2018 2023 | 9.6.1  | source | 5 any

fifty moves
1997 2001 2009 | 9.3(b) | source | 50 made, intended 9.3(a)
2005           | 9.3(b) | text   | 50 made, intended 9.3(a)
2014           | 9.3(b) | source | 50 completed, intended 9.3(a)
2017 2018 2023 | 9.3.2  | source | 50 completed, intended 9.3.1

seventy-five moves
1997 2001 2009 |        | source | absent
2005           |        | text   | absent
2014           | 9.6(b) | source | 75 completed, mate first true
2017 2018 2023 | 9.6.2  | source | 75 made, mate first true

wrong claim, standard
1997 2001      | 9.5    | unknown | unknown
2005           | 9.5(b) | text    | 180
2009           | 9.5(b) | source  | 180
2014           | 9.5(b) | source  | 120
2017 2018 2023 | 9.5.3  | source  | 120

wrong claim, rapid
1997      |            | unknown | unknown
2001      | 9.5        | unknown | unknown
2005      | 9.5(b)     | text    | 180
2009      | 9.5(b)     | source  | 180
2014      | 9.5(b)     | source  | 120
2017 2018 | 9.5.3      | source  | 120
2023      | 9.5.3, A.3 | source  | 60

wrong claim, blitz
1997      |                 | unknown    | unknown
2001      | 9.5             | unknown    | unknown
2005      | 9.5(b)          | text       | 180
2009      | 9.5(b)          | source     | 180
2014      | B.2             | unverified | 60
2017 2018 | 9.5.3, B.2      | source     | 60
2023      | 9.5.3, B.3, A.3 | source     | 60

wrong claim, rapid competition
1997      | B2         | source | absent
2001 2005 | B2         | text   | absent
2009      | 9.5(b)     | source | 180
2014      | 9.5(b)     | source | 120
2017 2018 | 9.5.3      | source | 120
2023      | 9.5.3, A.3 | source | 60

wrong claim, blitz competition
1997      | C2         | source     | absent
2001 2005 | C2         | text       | absent
2009      | 9.5(b)     | source     | 180
2014      | B.2        | unverified | 60
2017 2018 | 9.5.3, B.2 | source     | 60
2023      | 9.5.3      | unknown    | unknown

wrong claim, claimant
1997 2001      | 9.5    | unknown | unknown
2005           | 9.5(b) | text    | half above 120 up to 180, else down to 60
2009 2014      | 9.5(b) | source  | absent
2017 2018 2023 | 9.5.3  | source  | absent

touch, own
1997 2001 2009 | 4.3(a) | source | yes
2005           | 4.3(a) | text | yes
2014           | 4.3(a) | unverified | yes
2017           | 4.3.1  | unverified | yes
2018 2023      | 4.3.1  | source | yes

touch, opponent
1997           | 4.3(a) | source | yes
2001 2005 2009 | 4.3(b) | source | yes
2014           | 4.3(b) | unverified | yes
2017           | 4.3.2  | unverified | yes
2018 2023      | 4.3.2  | source | yes

touch, rook first
1997 2001 2009 | 4.4(b) | source | yes
2005           | 4.4(b) | text | yes
2014           | 4.4(b) | unverified | yes
2017           | 4.4.2  | unverified | yes
2018 2023      | 4.4.2  | source | yes

touch, released
1997 2018 2023 | 4.7 | source | yes
2001 2014 2017 | 4.7 | unverified | yes
2005 2009      | 4.6 | source | yes

touch, one hand
1997 2001 2009 2014 | 4.1   | source | yes
2005                | 4.1   | text | yes
2017                | 7.7.1 | source | yes
2018 2023           | 7.5.4 | source | yes

touch, claim lost
1997 2001 | 4.6 | source     | yes
2005 2009 | 4.7 | source     | yes
2014 2017 | 4.8 | unverified | yes
2018 2023 | 4.8 | source     | yes

touch, promotion final
1997      |        | unknown    | unknown
2001      |        | source     | absent
2005 2009 | 4.4(d) | source     | yes
2014      | 4.4(d) | unverified | yes
2017      | 4.4.4  | unverified | yes
2018 2023 | 4.4.4  | source     | yes
`

% The papers' programs once more, in SWI-Prolog, to be compared with ours. Labeling is always
% leftmost and up: then the order of the answers does not depend on how strongly a system propagates.

:- use_module(library(clpfd)).

% all(+Goal, +Answer, +Most): write the first answers, one a line.
all(Goal, Answer, Most) :-
    forall(limit(Most, Goal), (write_canonical(Answer), nl)).

% C-Note: sums of rows and columns, then the digits, cell after cell.
c_note(Target, Given, Cells) :-
    length(Given, Count), Size is round(sqrt(Count)), Most is Target - Size,
    same_length(Given, Cells),
    Cells ins 1..Most,
    rows_of(Size, Cells, Rows), transpose(Rows, Columns),
    append(Rows, Columns, Lines),
    maplist(adds_up(Target), Lines),
    maplist(includes, Cells, Given),
    label(Cells).

adds_up(Target, Line) :- sum(Line, #=, Target).

rows_of(_, [], []) :- !.
rows_of(Size, Cells, [Row|Rows]) :-
    length(Row, Size), append(Row, Rest, Cells), rows_of(Size, Rest, Rows).

includes(Number, Digit) :- Number mod 10 #= Digit.
includes(Number, Digit) :- Number #> 0, Rest #= Number // 10, includes(Rest, Digit).

% Power Strike: as printed, and as its authors ran it.
power_strike(paper, Start, Count, Times, Numbers) :-
    Most is Start * Times * (Count - 1),
    ring(paper, Start, Count, Times, Most, Numbers, Powers),
    append(Numbers, Powers, All), label(All).
power_strike(authors, Start, Count, Times, Numbers) :-
    Most is Start * Times ** (Count - 1),
    ring(authors, Start, Count, Times, Most, Numbers, Powers),
    append(Powers, Numbers, All), label(All).

ring(Which, Start, Count, Times, Most, [Start|Others], Powers) :-
    length([Start|Others], Count),
    Most >= Start, Others ins 1..Most,
    number_codes(Most, Codes), length(Codes, Digits),
    findall(Power, (between(0, Digits, Place), Power is 10 ** Place), Coefficients),
    append(Others, [Start], Following),
    maplist(step(Which, Times, Coefficients), [Start|Others], Following, Powers).

step(Which, Times, Coefficients, Number, Next, Power) :-
    element(_, Coefficients, Power),
    Above #= Power * 10,
    Left #= Number // Above, Right #= Number mod Power,
    Without #= Left * Power + Right,
    ( Which == authors -> Without #\= Number ; true ),
    (Next #= Number * Times #/\ Power #= 1) #\/ (Number #>= 10 #/\ Next #= Without).

% Aztec Math: a disjunction of operations for each cell and the two below it.
aztec_math(Rows) :-
    pairs_of(Rows), append(Rows, Cells), catch(label(Cells), _, fail).

pairs_of([_]) :- !.
pairs_of([Row, Below|Rest]) :- cells_of(Row, Below), pairs_of([Below|Rest]).

cells_of([], _).
cells_of([Top|Row], [Left, Right|Below]) :-
    [Top, Left, Right] ins 1..9,
    all_different([Top|Row]), all_different([Left, Right|Below]),
    Top #= Left + Right #\/ Top #= abs(Left - Right) #\/ Top #= Left * Right
    #\/ (Left #> Right #/\ Left mod Right #= 0 #/\ Top #= Left // Right)
    #\/ (Left #< Right #/\ Right mod Left #= 0 #/\ Top #= Right // Left),
    cells_of(Row, [Right|Below]).

% Multi-Balance: each digit looks for a row and a column; a full board is weighed.
multi_balance(Digits, Height, Width, Domain, Lines, Places) :-
    length(Places, Digits),
    place_all(Places, Height, Width, Domain, []),
    forall(member(Line, Lines), balances(Line, Places)).

place_all([], _, _, _, _).
place_all([Cell|Places], Height, Width, Domain, Taken) :-
    between(1, Height, Row), between(1, Width, Column),
    Cell is (Row - 1) * Width + Column - 1,
    memberchk(Cell, Domain), \+ memberchk(Cell, Taken),
    place_all(Places, Height, Width, Domain, [Cell|Taken]).

balances(Line, Places) :-
    findall(Torque, (nth1(Digit, Places, Cell), member(Cell-Arm, Line), Torque is Digit * Arm), All),
    sum_list(All, 0).

% Sum Star: three dodecagons A, B and C, and their sums; 0 is X.
sum_star([A, B, C], Sums) :-
    maplist(contents, [A, B, C]),
    simple(A, B, C, Sums),
    double(A, [2, 3], [2, 3, 4], B, [12, 11], [12, 11, 10], Sums, a-3),
    double(B, [7, 8], [6, 7, 8], C, [3, 4], [2, 3, 4], Sums, b-7),
    double(C, [11, 12], [10, 11, 12], A, [6, 7], [6, 7, 8], Sums, c-11),
    triple(A, B, C, Sums),
    maplist(facing, [A, B, C], [4, 8, 12], [B, C, A], [10, 2, 6]),
    maplist(apart, [A, B, C]),
    append([A, B, C], Cells), label(Cells).

contents(Star) :- global_cardinality(Star, [0-4, 1-1, 2-1, 3-1, 4-1, 5-1, 6-1, 7-1, 8-1, 9-1]).

cells(Star, Numbers, Cells) :- maplist(cell(Star), Numbers, Cells).

cell(Star, Number, Cell) :- nth1(Number, Star, Cell).

total(Cells, Sums, Key) :- memberchk(Key-Total, Sums), !, sum(Cells, #=, Total).
total(_, _, _).

simple(A, B, C, Sums) :-
    forall_list([[A, [1, 2, 12], a-1], [A, [8, 9, 10], a-9], [A, [12, 11, 10], a-11],
                 [B, [12, 1, 2], b-1], [B, [2, 3, 4], b-3], [B, [4, 5, 6], b-5],
                 [C, [4, 5, 6], c-5], [C, [6, 7, 8], c-7], [C, [8, 9, 10], c-9]], Sums).

forall_list([], _).
forall_list([[Star, Numbers, Key]|Rest], Sums) :-
    cells(Star, Numbers, Cells), total(Cells, Sums, Key), forall_list(Rest, Sums).

double(One, Compared, Numbers, Other, Against, Others, Sums, Key) :-
    cells(One, Compared, Cells), cells(Other, Against, Rivals),
    digits_or_empty(Cells, Rivals),
    cells(One, Numbers, Mine), cells(Other, Others, Theirs),
    append(Mine, Theirs, All), total(All, Sums, Key).

digits_or_empty([], _).
digits_or_empty([Cell|Cells], Rivals) :-
    ( Cell #\= 0, maplist(#\=(Cell), Rivals) ; Cell #= 0 ),
    digits_or_empty(Cells, Rivals).

triple(A, B, C, Sums) :-
    cells(A, [4, 5, 6], [A4, A5, A6]), cells(B, [8, 9, 10], [B8, B9, B10]),
    cells(C, [1, 2, 12], [C1, C2, C12]),
    Rivals = [B8, B9, B10, C1, C2, C12],
    other_or_empty(A4, Rivals, [B10]), other_or_empty(A5, Rivals, []),
    other_or_empty(A6, Rivals, [C12]),
    other_or_empty(B8, [C1, C2, C12], [C2]), other_or_empty(B9, [C1, C2, C12], []),
    other_or_empty(B10, [C1, C2, C12], []),
    total([A4, A5, A6, B8, B9, B10, C1, C2, C12], Sums, a-5).

other_or_empty(Cell, Rivals, _) :- Cell #\= 0, maplist(#\=(Cell), Rivals).
other_or_empty(Cell, _, Facing) :- Cell #= 0, maplist(#\=(Cell), Facing).

facing(One, Cell, Other, Opposite) :-
    nth1(Cell, One, X), nth1(Opposite, Other, Y), X + Y #\= 0.

apart(Star) :-
    forall_pairs([1-2, 2-3, 3-4, 4-5, 5-6, 6-7, 7-8, 8-9, 9-10, 10-11, 11-12, 12-11,
                  13-1, 13-3, 13-5, 13-7, 13-9, 13-11], Star).

forall_pairs([], _).
forall_pairs([I-J|Rest], Star) :-
    nth1(I, Star, X), nth1(J, Star, Y), X #\= Y, forall_pairs(Rest, Star).

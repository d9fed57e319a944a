% C-Note after Sousa and Ribeiro: one variable a cell, sums of rows and columns, and a domain of
% the numbers that hold the digit. The paper tests for the digit with a predicate that answers
% twice for a number that holds it twice; a domain answers once. Its bound, Sum - Size, loses
% solutions; this one does not.

puzzle(data(Target, Rows), Cells, []) :-
    maplist(maplist(cell(Target)), Rows, Numbers),
    append(Numbers, Cells),
    transpose(Numbers, Columns),
    maplist(adds_up(Target), Numbers),
    maplist(adds_up(Target), Columns).

cell(Target, Digit, Cell) :-
    findall(Number, (between(1, Target, Number), holds(Number, Digit)), [First|Numbers]),
    foldl(or, Numbers, First, Domain),
    Cell in Domain.

or(Number, Domain, Domain \/ Number).

holds(Number, Digit) :-
    number_codes(Number, Codes),
    Code is Digit + 0'0,
    memberchk(Code, Codes).

adds_up(Target, Line) :- sum(Line, #=, Target).

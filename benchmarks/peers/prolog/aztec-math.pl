% Aztec Math after Dinis and Gomes: one variable a cell, all different in a row, and a disjunction
% of the four operations for every cell and the two below it. The paper's source labels without
% options; `occurrence`, which it recommends, is not an option of SWI-Prolog.

puzzle(data(Given), Cells, []) :-
    maplist(same_length, Given, Rows),
    append(Rows, Cells),
    append(Given, Numbers),
    Cells ins 1..9,
    maplist(given, Numbers, Cells),
    maplist(all_distinct, Rows),
    pyramid(Rows).

pyramid([_]).
pyramid([Above, Below|Rows]) :-
    tops(Above, Below),
    pyramid([Below|Rows]).

tops([], [_]).
tops([Top|Tops], [A, B|Below]) :-
    Top #= A + B #\/ Top #= A - B #\/ Top #= B - A #\/ Top #= A * B #\/
        Top * B #= A #\/ Top * A #= B,
    tops(Tops, [B|Below]).

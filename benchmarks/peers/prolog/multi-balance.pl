% Multi-Balance after Mori and Pinho: one variable a digit, the number of its cell among those that
% can hold one; all different; a digit's torque counts in the lines that its cell lies in. That a
% fulcrum is used one way only is no constraint of the paper, but a rule of the puzzle.

puzzle(data(Given, Most, Fulcrums), Cells, []) :-
    same_length(Given, Cells),
    Cells ins 0..Most,
    maplist(given, Given, Cells),
    all_distinct(Cells),
    maplist(fulcrum(Cells), Fulcrums).

fulcrum(Cells, Row-Column) :-
    line(Cells, Row, ByRow),
    line(Cells, Column, ByColumn),
    ByRow + ByColumn #= 1.

line(_, [], 0) :- !.
line(Cells, Line, Used) :-
    torques(Cells, 1, Line, Torques, Held),
    sum(Torques, #=, 0),
    sum(Held, #=, Number),
    Number #\= 1,
    Number #> 0 #<==> Used.

torques([], _, _, [], []).
torques([Cell|Cells], Digit, Line, [Torque|Torques], [Held|Rest]) :-
    maplist(arm(Cell), Line, Here, Arms),
    sum(Here, #=, Held),
    sum(Arms, #=, Arm),
    Torque #= Digit * Arm,
    Next is Digit + 1,
    torques(Cells, Next, Line, Torques, Rest).

arm(Cell, Place-Distance, Here, Arm) :-
    Cell #= Place #<==> Here,
    Arm #= Distance * Here.

% Sum Star after Carvalho: one variable a cell, 0 for X; each dodecagon holds every digit once and
% four X; sums and differences around the black triangles; no two X share an edge.

puzzle(data(Given, Triangles, Edges), Cells, []) :-
    same_length(Given, Cells),
    Cells ins 0..9,
    maplist(given, Given, Cells),
    dodecagons(Cells),
    Board =.. [board|Cells],
    maplist(triangle(Board), Triangles),
    maplist(edge(Board), Edges).

dodecagons([]) :- !.
dodecagons(Cells) :-
    length(Dodecagon, 13),
    append(Dodecagon, Rest, Cells),
    global_cardinality(Dodecagon, [0-4, 1-1, 2-1, 3-1, 4-1, 5-1, 6-1, 7-1, 8-1, 9-1]),
    dodecagons(Rest).

triangle(Board, Places-Total) :-
    maplist(at(Board), Places, Cells),
    different(Cells),
    ( integer(Total) -> sum(Cells, #=, Total) ; true ).

at(Board, Place, Cell) :- arg(Place, Board, Cell).

different([]).
different([Cell|Cells]) :-
    maplist(differ(Cell), Cells),
    different(Cells).

differ(Cell, Other) :- Cell #= 0 #\/ Cell #\= Other.

edge(Board, Place-Other) :-
    arg(Place, Board, A),
    arg(Other, Board, B),
    A + B #> 0.

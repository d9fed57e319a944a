% Loads a puzzle's model, solves one puzzle and prints the seconds that took and what was found.

:- use_module(library(clpfd)).
:- use_module(library(aggregate)).

given(Number, Cell) :- ( integer(Number) -> Cell #= Number ; true ).

main(Task, Data) :-
    get_time(Began),
    solve(Task, Data, Count),
    get_time(Ended),
    Seconds is Ended - Began,
    format("~6f ~d~n", [Seconds, Count]).

solve(first, Data, Count) :-
    ( puzzle(Data, Cells, Options), labeling(Options, Cells) -> Count = 1 ; Count = 0 ).
solve(all, Data, Count) :-
    aggregate_all(count, (puzzle(Data, Cells, Options), labeling(Options, Cells)), Count).

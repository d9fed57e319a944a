% Loads a puzzle's model, solves one puzzle twice and prints the seconds of the processor that took
% each time, and what was found.

:- use_module(library(clpfd)).
:- use_module(library(aggregate)).

given(Number, Cell) :- ( integer(Number) -> Cell #= Number ; true ).

main(Task, Data) :-
    timed(Task, Data, Cold, Count),
    timed(Task, Data, Warm, Count),
    format("~6f ~6f ~d~n", [Cold, Warm, Count]).

timed(Task, Data, Seconds, Count) :-
    copy_term(Data, Fresh),
    statistics(cputime, Began),
    solve(Task, Fresh, Count),
    statistics(cputime, Ended),
    Seconds is Ended - Began.

solve(first, Data, Count) :-
    ( puzzle(Data, Cells, Options), labeling(Options, Cells) -> Count = 1 ; Count = 0 ).
solve(all, Data, Count) :-
    aggregate_all(count, (puzzle(Data, Cells, Options), labeling(Options, Cells)), Count).

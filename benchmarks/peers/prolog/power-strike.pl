% Power Strike after Teixeira and Lima: one variable a cell between 1 and a bound; each is the one
% before it times the multiplier, or the one before it without the digit at some place. The
% printed bound, Start * Multiplier * (n - 1), excludes solutions; this one does not.

puzzle(data(Multiplier, Given, Most, Places), Cells, [ff, bisect, up]) :-
    same_length(Given, Cells),
    Cells ins 1..Most,
    maplist(given, Given, Cells),
    Cells = [First|_],
    append(Cells, [First], Ring),
    steps(Ring, Multiplier, Places).

steps([Before, After|Rest], Multiplier, Places) :-
    After #= Before * Multiplier #<==> Times,
    maplist(removal(Before, After), Places, Removals),
    sum([Times|Removals], #>=, 1),
    steps([After|Rest], Multiplier, Places).
steps([_], _, _).

removal(Before, After, Place, Removed) :-
    Above #= Before // (10 * Place),
    Below #= Before mod Place,
    (Before #>= Place #/\ After #= Above * Place + Below) #<==> Removed.

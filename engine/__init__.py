"""The rules of Canasta as a library: pure functions over a state, and the table that guards it.

Rules as data
    `ruleset` names every field and says what it means; `rulebook` reads ``rulesets/*.toml`` into it.
    `contradictions`: values that do not go together.

One deal
    `cards`, `actions`, `events`, `errors`: the values that all else is made of. `state`: the deal itself.
    `melds`, `sequences`: what may be melded. `pile`: what freezes the pile, and what takes it.
    `opening`: the minimum of the first melds. `closing`: going out, and whether a turn can still end.
    `deal`: shuffling, dealing, drawing. `scoring`: what a deal is worth.
    `plans` judges an action, `apply` carries it out.

What can be played
    `legal` lists the legal actions, made of `lays` and `takes`, and of `openers` for a side without melds.
    `forms`, `joint_lays`, `holding`, `choices`, `memory`: how that is fast; see docs/decisions/0007.
    `view`: what one seat may know. `players`: computer players, which see nothing but a view.

A match
    `match`: deals, one after the other. `seal`: decks that nobody chose. `snapshot`: a match after each step.
    `table`: the one way by which a match changes, for many callers at once. `ports`: what it asks of a store.

JSON, words, the command line
    `codec`: positions, actions, views, matches. `records`: whole matches, which `verify` and `fair` check.
    `texts`: sentences. `handbook` writes ``docs/rules``.
    `__main__`, `commands`, `simulate`, `progress`: ``python -m engine``, described in docs/engine.md.
"""

"""Mixed integer programs, solved by branch and bound over linear relaxations."""

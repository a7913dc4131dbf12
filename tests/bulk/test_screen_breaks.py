"""Each rule that the screen checks is broken on purpose, and the comparison notices."""

import pytest

from tests.bulk.breaking import broken
from tests.bulk.breaks import BREAKS, Break


@pytest.mark.parametrize("rule", BREAKS, ids=lambda rule: rule.rule)
def test_a_broken_rule_is_noticed(rule: Break) -> None:
    case = rule.case()
    assert case.compared().told == []
    with broken(rule.module, rule.line, rule.instead):
        try:
            noticed = case.compared(first=True).told != []
        except IndexError:  # the broken line kept others from what there is not
            noticed = True
    assert noticed

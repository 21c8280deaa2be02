"""What happened in a persona's life: facts that several apps tell, each in its own way.

A bill, a dinner, a favour or an order is decided once, here; the wallet shows the payment,
the mailbox the letter, and both agree on person, amount and day.
"""

from tapworld_scenarios.profiles.life.events import (
    Bill,
    Favour,
    Life,
    Meal,
    Order,
    life,
)

__all__ = ["Bill", "Favour", "Life", "Meal", "Order", "life"]

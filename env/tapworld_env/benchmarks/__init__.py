"""Speed and memory of phones on this machine, beside other environments."""

from tapworld_env.benchmarks.against import measure_against
from tapworld_env.benchmarks.growth import measure_growth
from tapworld_env.benchmarks.handset import measure_handset
from tapworld_env.benchmarks.many import measure_many

__all__ = ["measure_against", "measure_growth", "measure_handset", "measure_many"]

"""Episodes, many of them: planned, run on worker processes, recorded, scored.

Modules: ``plan`` (which configurations), ``jobs`` and ``settings`` (what to do), ``pool`` and
``worker`` (the processes), ``episode`` (one episode on one phone), ``record`` and ``trajectory``
(what is kept of it), ``manifest`` and ``folder`` (the run folder), ``runner`` (all of it together),
``scores``, ``tables``, ``reverify`` (what is done with a folder later).
"""

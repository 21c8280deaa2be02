"""Scripts that measure other environments, each run by an interpreter that has its packages.

They import nothing of tapworld: their interpreters do not have it.
"""

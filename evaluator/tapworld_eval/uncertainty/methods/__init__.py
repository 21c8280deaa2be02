"""Methods, one module a family. Adding one is adding a file with a ``METHODS`` tuple."""

"""fiftyk in the environments of others: one module each, imported by its name.

- `fiftyk.adapters.pettingzoo` needs `pip install 'fiftyk[pettingzoo]'`
- `fiftyk.adapters.openspiel` needs `pip install 'fiftyk[openspiel]'`
"""

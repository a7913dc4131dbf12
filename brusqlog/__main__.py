"""`python -m brusqlog` is `brusqlog`."""

from brusqlog.cli import main

if __name__ == "__main__":
    main()

//! Nothing: this package only names the crates whose C sources are vendored.

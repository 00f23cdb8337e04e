/**
 * A class of a regular expression: control characters, and the marks that turn the direction of what follows. With them, a file's name could change what
 * a terminal or a page shows beside it. Both the page and the command line use it, which runs without a build.
 */
export const unsafeCharacters = String.raw`[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]`;

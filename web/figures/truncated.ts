/** Cuts a text to at most `length` characters. A cut text ends with an ellipsis. */
export const truncated = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** The letter of a span of the break-even chart: A to Z, then AA, AB … */
export const spanLetter = (index: number): string =>
  `${index < 26 ? '' : String.fromCharCode(64 + Math.floor(index / 26))}${String.fromCharCode(65 + (index % 26))}`;

/** The letters of some of the spans: `A, B`. */
export const spanLetters = <Span>(spans: readonly Span[], some: readonly Span[]): string =>
  some.map((span) => spanLetter(spans.indexOf(span))).join(', ');

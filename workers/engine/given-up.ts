import type { AskingReader, MeasuredVisit } from '../model/protocol/measure';

/** The visit as it was before this reader was asked, with the reason why nobody knows what it would have said. `how` is the rest of a sentence that begins with its name. */
export function withoutReader({ reader, result }: AskingReader, how: string): MeasuredVisit {
  const { verification } = result;
  const givenUp = `${reader} ${how}: it was given up, and with it whoever would have been asked after it.`;
  return {
    ...result,
    verification: {
      ...verification,
      reason: [givenUp, verification.reason]
        .filter((sentence) => sentence !== null)
        .join(' ')
        .slice(0, 1_000),
    },
  };
}

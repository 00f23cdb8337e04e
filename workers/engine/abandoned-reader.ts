import type { AskingReader, MeasuredTrial } from '../model/protocol/measure';

/** The trial as it was before this decoder ran, with the reason why its verdict is unknown. `how` is the rest of a sentence that begins with the decoder’s name. */
export function withoutReader({ reader, result }: AskingReader, how: string): MeasuredTrial {
  const { verification } = result;
  const abandoned = `${reader} ${how}. It was stopped, and the decoders after it were not run.`;
  return {
    ...result,
    verification: {
      ...verification,
      reason: [abandoned, verification.reason]
        .filter((sentence) => sentence !== null)
        .join(' ')
        .slice(0, 1_000),
    },
  };
}

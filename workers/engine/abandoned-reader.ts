import type { PendingSecondDecoder, MeasuredTrial } from '../model/protocol/measure';

/**
 * The trial's result before this decoder ran, with the reason why the decoder gave no verdict. `how` completes a sentence that starts with
 * the decoder's name.
 */
export function resultWithoutSecondDecoder({ reader, result }: PendingSecondDecoder, how: string): MeasuredTrial {
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

import { type CandidateNames, noCodecId } from './candidate-names';

/** By whom format and codec are made, what the codec compresses at once, and all options, those at their defaults too. */
export const candidateSettings = ({
  format,
  formatImplementation,
  codec,
  codecId,
  implementation,
  granularity,
  options,
}: CandidateNames): string =>
  [
    `${format} by ${formatImplementation}`,
    codecId === noCodecId ? 'no codec' : `${codec} by ${implementation}`,
    ...(granularity === null ? [] : [granularity]),
    ...(options === '' ? [] : [options]),
  ].join(' · ');

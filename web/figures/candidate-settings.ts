import { type CandidateNames, noCodecId } from './candidate-names';

/** A candidate's settings as text: the implementations of format and codec, the granularity, and all options including defaults. */
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

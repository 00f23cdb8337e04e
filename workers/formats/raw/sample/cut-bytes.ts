import { type Cut, isReadWhole } from '../../../own-file/sample/cut';
import { drawRanges } from '../../../model/strata';

const rangeCount = 16;

/** Cuts ranges of bytes from a file that is measured as bytes. */
export const cutBytes: Cut = async (file, sample) => {
  if (isReadWhole(file.size, sample)) return null;
  const ranges = drawRanges(file.size, rangeCount, Math.ceil(sample.targetBytes / rangeCount), sample.seed);
  const kept = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  return {
    file: new Blob(ranges.map(({ from, to }) => file.slice(from, to))),
    unitKind: 'chunks',
    unitItems: ranges.map(({ from, to }) => to - from),
    unitCount: Math.max(ranges.length, Math.floor((file.size * ranges.length) / kept)),
    totalItems: file.size,
    isTotalEstimated: false,
    isFirstPart: false,
  };
};

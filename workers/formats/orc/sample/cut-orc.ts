import { FormatlabError } from '../../../model/errors';
import { sampleUnitLimit } from '../../../model/result';
import { drawUnits } from '../../../model/strata';
import { type OrcTail, readTail, type StripeInformation } from '../open/tail';
import { type Cut, isReadWhole } from '../../../own-file/sample/cut';
import { decodedBytes } from './decoded-bytes';
import { magicBytes, fileTailOfStripes } from './orc-tail';

/** Encodings and codecs hardly ever save more. */
const mostShrinkage = 10;
/** The footer and the postscript are read up to this size. */
const tailLimits = [262_144, 128 * 1_048_576];
/** Of a file of large stripes, so many are read, from which rows are taken: up to so many times the sample. */
const fewestStripes = 4;
const mostTargets = 8;

/** Cuts stripes from an ORC file. Only its end is read. */
export const sampleOrc: Cut = async (file, sample) => {
  if (isReadWhole(mostShrinkage * file.size, sample)) return null;
  const tail = await tailOf(file);
  if (tail === null || tail.stripes.length === 0) return null;
  const bytes = decodedBytes(tail);
  if (isReadWhole(bytes, sample)) return null;
  const { stripes, rowCount } = tail;
  const fitting = (targets: number) => Math.floor((stripes.length * targets * sample.targetBytes) / bytes);
  const take = Math.max(
    1,
    Math.round((stripes.length * sample.targetBytes) / bytes),
    Math.min(fewestStripes, fitting(mostTargets)),
  );
  const units = drawUnits(stripes.length, Math.min(take, sampleUnitLimit), sample.seed).flatMap(
    (index) => stripes[index] ?? [],
  );
  return {
    file: new Blob([
      file.slice(0, magicBytes),
      ...units.map((stripe) => file.slice(stripe.offset, endOf(stripe))),
      fileTailOfStripes(tail, units),
    ]),
    hasLargeUnits: true,
    unitKind: 'stripes',
    unitItems: units.map((stripe) => stripe.rowCount),
    unitCount: stripes.length,
    totalItems: rowCount,
    isTotalEstimated: false,
    isFirstPart: false,
  };
};

const endOf = ({ offset, indexBytes, dataBytes, footerBytes }: StripeInformation) =>
  offset + indexBytes + dataBytes + footerBytes;

/** Null if it is damaged, or too long: then the reader says what is wrong. */
async function tailOf(file: Blob): Promise<OrcTail | null> {
  for (const limit of tailLimits) {
    const from = Math.max(0, file.size - limit);
    try {
      return await readTail(new Uint8Array(await file.slice(from).arrayBuffer()), from);
    } catch (thrown) {
      if (!(thrown instanceof FormatlabError)) throw thrown;
    }
  }
  return null;
}

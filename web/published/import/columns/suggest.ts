import type { ImportedSystem } from '../../../../workers/model/imported-set';
import { formats } from '../../../../workers/registry/metadata';
import type { CandidateNames } from '../../../figures/candidate-names';
import { noCodecId } from '../../../figures/candidate-names';
import { compressionLevelIn } from './level';

export interface NamedCandidate {
  readonly key: string;
  readonly names: CandidateNames;
}

const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]+[a-z0-9]*/g) ?? []);
const plain = /\b(none|uncompressed|memcpy|raw|plain|no compression|original)\b/i;

/**
 * The candidate that best matches the codec, level and format in a system's name. Null if no candidate matches or
 * several match equally well. A name with only a codec means the codec over the whole data, not over a format's pages.
 * The result is a suggestion for the user to confirm.
 */
export function suggestCandidate({ label }: ImportedSystem, candidates: readonly NamedCandidate[]): string | null {
  const nameWords = words(label);
  const level = compressionLevelIn(label);
  const scored = candidates.map(({ key, names }) => {
    const hasCodec = names.codecId !== noCodecId;
    const codecTold = hasCodec && [names.codecId, names.codec.toLowerCase()].some((word) => nameWords.has(word));
    if (hasCodec && !codecTold) return { key, score: 0 };
    if (hasCodec && level !== null && names.level !== null && names.level !== level) return { key, score: 0 };
    const formatTold = nameWords.has(names.formatId) || nameWords.has(names.format.toLowerCase());
    if (!formatTold && formats.get(names.formatId)?.isBaseline !== true) return { key, score: 0 };
    const isPlain = names.isBaseline && plain.test(label);
    return {
      key,
      score:
        (codecTold ? 2 : 0) +
        (codecTold && level !== null && names.level === level ? 2 : 0) +
        (formatTold ? 2 : 0) +
        (isPlain ? 2 : 0) +
        (!hasCodec && formatTold ? 0.5 : 0),
    };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const first = scored.filter(({ score }) => score === best);
  return best === 0 || first.length !== 1 ? null : (first[0]?.key ?? null);
}

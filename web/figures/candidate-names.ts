import { blockBytesOf } from '../../workers/model/block-file';
import { codecOptions } from '../../workers/model/codec-options';
import type { CodecImplementationMeta, CodecMeta, FormatMeta, LevelRange } from '../../workers/model/entry';
import { optionHasEffect, type OptionDescriptor, type OptionValues } from '../../workers/model/options';
import { type Candidate, type CandidateCodec, wrappingCodec } from '../../workers/model/plan';
import * as metadata from '../../workers/registry/metadata';
import { distinguishingOptions, optionsText } from './option-names';

/** A candidate's names and the groups it belongs to, from the registry's metadata. */
export interface CandidateNames {
  /** Unique among the candidates named together, and as short as that allows. */
  readonly label: string;
  /** For charts on narrow screens: also unique, and at most about 16 characters if possible. */
  readonly shortLabel: string;
  readonly format: string;
  readonly formatId: string;
  /** 'None' without a codec; the id is then 'none'. */
  readonly codec: string;
  readonly codecId: string;
  readonly family: string;
  readonly level: number | null;
  readonly levels: LevelRange | null;
  /** The codec and its level: the key by which the page filters levels. */
  readonly levelKey: string;
  /** The implementation that writes the file's bytes: the codec's if it wraps the file, otherwise the format's. In a native run, the native library. */
  readonly implementation: string;
  readonly implementationId: string;
  readonly formatImplementation: string;
  readonly granularity: string | null;
  /** All options of the format and the codec as text, including those at their default. */
  readonly options: string;
  /** The options that are not at their default, as text. Empty if all are. */
  readonly changedOptions: string;
  /** True for the uncompressed baseline. The page never recommends it. */
  readonly isBaseline: boolean;
  /** False if other implementations are known to reject what this one writes. The page shows such a candidate, but never recommends it. */
  readonly conforms: boolean;
}

/** Follows the label of a candidate that does not conform, in charts. */
export const notConformingSign = '✗';

export interface Registry {
  readonly formats: ReadonlyMap<string, FormatMeta>;
  readonly codecs: ReadonlyMap<string, CodecMeta>;
}

export const noCodecId = 'none';

export const levelKey = (codecId: string, level: number | null) => (level === null ? codecId : `${codecId}@${level}`);

interface Parts {
  readonly format: string;
  /** True if all candidates have the baseline format. Labels with a codec then omit the format. */
  readonly formatIsImplied: boolean;
  readonly options: string[];
  readonly formatImplementation: string | null;
  readonly codec: string | null;
  readonly codecOptions: readonly string[];
  readonly codecImplementation: string | null;
  /** True for what a run's search by column has found. */
  readonly isFound: boolean;
}

/** The native libraries that a native run used in place of a candidate's browser implementations. */
export interface NativeLibraries {
  readonly format: string;
  /** The library of the codec that wraps the file. Null if no codec does. */
  readonly codec: string | null;
}

/**
 * Names candidates that are shown together. A label contains only what distinguishes the candidates of a format, such as an option or the
 * implementation. `nativeLibraries` has one entry per candidate of a native run.
 */
export function nameCandidates(
  candidates: readonly Candidate[],
  registry: Registry = metadata,
  nativeLibraries: readonly (NativeLibraries | null)[] = [],
): CandidateNames[] {
  const parts = candidates.map((candidate, index) =>
    withNative(partsOf(candidate, candidates, registry), nativeLibraries[index] ?? null),
  );
  const labels = parts.map((part) =>
    [
      part.formatIsImplied && part.codec !== null ? null : part.format,
      ...part.options,
      part.formatImplementation,
      part.codec,
      ...part.codecOptions,
      part.codecImplementation,
    ]
      .filter((text) => text !== null)
      .join(', '),
  );
  const shortLabels = shorten(parts, labels);
  return candidates.map((candidate, index) => {
    const { format, codec } = candidate;
    const formatMeta = registry.formats.get(format);
    const implementationMeta = formatMeta?.implementations.find(({ id }) => id === candidate.implementation);
    const descriptors = implementationMeta?.options ?? [];
    const known = codecOf(candidate, registry);
    const outer = outerImplementation(candidate, registry);
    const implementationId = codec?.implementation ?? candidate.implementation;
    const codecDescriptors = codecDescriptorsOf(codec, outer);
    const native = nativeLibraries[index] ?? null;
    const formatImplementation = native?.format ?? implementationMeta?.label ?? candidate.implementation;
    return {
      label: labels[index] ?? format,
      shortLabel: shortLabels[index] ?? format,
      format: formatMeta?.label ?? format,
      formatId: format,
      codec: codec === null ? 'None' : known.label,
      codecId: codec?.id ?? noCodecId,
      family: codec === null ? noCodecId : known.family,
      level: codec?.level ?? null,
      levels: known.levels,
      levelKey: levelKey(codec?.id ?? noCodecId, codec?.level ?? null),
      implementation:
        native === null
          ? (outer?.label ?? implementationMeta?.label ?? implementationId)
          : (native.codec ?? native.format),
      implementationId,
      formatImplementation,
      granularity: codec === null ? null : granularityText(codec, outer),
      options: join(
        optionsText(effective(candidate, descriptors), descriptors),
        optionsText(codec?.options ?? {}, codecDescriptors),
      ),
      changedOptions: join(
        optionsText(changed(effective(candidate, descriptors), descriptors), descriptors),
        optionsText(changed(codec?.options ?? {}, codecDescriptors), codecDescriptors),
      ),
      isBaseline: codec === null && formatMeta?.isBaseline === true,
      // The registry knows whether the browser's library conforms, not whether the native one does.
      conforms: native !== null || outer?.conforms !== false,
    };
  });
}

/** Two browser implementations may correspond to one native library. The label names both, so that it stays unique. */
function withNative(parts: Parts, native: NativeLibraries | null): Parts {
  if (native === null) return parts;
  const inPlaceOf = (library: string | null, implementation: string | null) =>
    implementation === null ? null : `${library ?? native.format} in place of ${implementation}`;
  return {
    ...parts,
    formatImplementation: inPlaceOf(native.format, parts.formatImplementation),
    codecImplementation: inPlaceOf(native.codec, parts.codecImplementation),
  };
}

/** What a codec compresses at once, in words. */
export const granularityWords = {
  file: 'whole file',
  columnChunk: 'by column chunk',
  page: 'by page',
  chunk: 'by chunk',
  buffer: 'by buffer',
  record: 'by record',
} as const;

/** The granularity in words, with the block size if the file is split into blocks. */
function granularityText(codec: CandidateCodec, outer: CodecImplementationMeta | undefined): string {
  const words = granularityWords[codec.granularity];
  const bytes =
    codec.implementation === null ? null : blockBytesOf(codec.granularity, outer?.elementBytes?.(codec.options ?? {}));
  return bytes === null ? words : `${words} of ${bytes.toLocaleString('en')} bytes`;
}

function outerImplementation(candidate: Candidate, registry: Registry): CodecImplementationMeta | undefined {
  const codec = wrappingCodec(candidate);
  return codec === null
    ? undefined
    : registry.codecs.get(codec.id)?.implementations.find(({ id }) => id === codec.implementation);
}

const codecDescriptorsOf = (
  codec: CandidateCodec | null,
  outer: CodecImplementationMeta | undefined,
): readonly OptionDescriptor[] => (codec === null || outer === undefined ? [] : codecOptions(outer, codec.granularity));

const changed = (options: OptionValues, descriptors: readonly OptionDescriptor[]): OptionValues =>
  Object.fromEntries(
    Object.entries(options).filter(([id, value]) => descriptors.find((option) => option.id === id)?.default !== value),
  );

const join = (...texts: readonly string[]) => texts.filter((text) => text !== '').join(', ');

function codecOf(
  candidate: Candidate,
  registry: Registry,
): { label: string; family: string; levels: LevelRange | null } {
  const { codec } = candidate;
  if (codec === null) return { label: 'None', family: noCodecId, levels: null };
  const outer = registry.codecs.get(codec.id);
  if (wrappingCodec(candidate) !== null) {
    const levels = outerImplementation(candidate, registry)?.levels ?? null;
    return { label: outer?.label ?? codec.id, family: outer?.family ?? codec.id, levels };
  }
  const inner = registry.formats
    .get(candidate.format)
    ?.implementations.find(({ id }) => id === candidate.implementation)
    ?.innerCodecs.find(({ id, granularity }) => id === codec.id && granularity === codec.granularity);
  return {
    label: inner?.label ?? outer?.label ?? codec.id,
    family: inner?.family ?? outer?.family ?? codec.id,
    levels: inner?.levels ?? null,
  };
}

function partsOf(candidate: Candidate, all: readonly Candidate[], registry: Registry): Parts {
  const formatMeta = registry.formats.get(candidate.format);
  if (candidate.foundByColumn === true) return partsOfFound(candidate, all, formatMeta?.label ?? candidate.format);
  const descriptors = formatMeta?.implementations.find(({ id }) => id === candidate.implementation)?.options ?? [];
  const siblings = all.filter(({ format, foundByColumn }) => format === candidate.format && foundByColumn !== true);
  const others = siblings.map((sibling) => effective(sibling, descriptors));
  // The table's second line lists all options. A format's only candidate shows here the options that are not at their default.
  const options = distinguishingOptions(
    effective(candidate, descriptors),
    siblings.length > 1 ? [] : descriptors,
    descriptors,
    others,
    false,
  );
  const { codec } = candidate;
  const codecDescriptors = codecDescriptorsOf(codec, outerImplementation(candidate, registry));
  const sameCodec = codec === null ? [] : all.filter((other) => wrappingCodec(other)?.id === codec.id);
  const wraps = wrappingCodec(candidate) !== null;
  const severalFormats = new Set(siblings.map(({ implementation }) => implementation)).size > 1;
  const severalCodecs = wraps && new Set(sameCodec.map((other) => other.codec?.implementation)).size > 1;
  // A codec's name alone means that it compresses the whole file, so the label names any other granularity.
  const inBlocks = wraps && codec?.granularity !== 'file';
  const granularityVaries =
    codec !== null &&
    siblings.some((sibling) => sibling.codec?.id === codec.id && sibling.codec.granularity !== codec.granularity);
  const codecLabel =
    codec === null
      ? null
      : `${codecOf(candidate, registry).label}${codec.level === null ? '' : ` ${codec.level}`}${inBlocks || granularityVaries ? ` ${granularityWords[codec.granularity]}` : ''}`;
  return {
    format: (codec === null ? undefined : formatMeta?.labelWithCodec) ?? formatMeta?.label ?? candidate.format,
    formatIsImplied: formatMeta?.isBaseline === true && siblings.length === all.length && all.length > 1,
    options,
    formatImplementation: severalFormats
      ? (formatMeta?.implementations.find(({ id }) => id === candidate.implementation)?.label ??
        candidate.implementation)
      : null,
    codec: codecLabel,
    codecOptions: distinguishingOptions(
      codec?.options ?? {},
      codecDescriptors,
      codecDescriptors,
      // Only candidates with the same granularity have the same options: a dictionary needs blocks.
      sameCodec
        .filter((other) => other.codec?.granularity === codec?.granularity)
        .map((other) => other.codec?.options ?? {}),
      true,
    ),
    codecImplementation: severalCodecs
      ? (registry.codecs.get(codec?.id ?? '')?.implementations.find(({ id }) => id === codec?.implementation)?.label ??
        codec?.implementation ??
        null)
      : null,
    isFound: false,
  };
}

/** What a run's search has found has settings of its own for each column, so that its other settings would say little. */
function partsOfFound(candidate: Candidate, all: readonly Candidate[], format: string): Parts {
  const found = all.filter((each) => each.foundByColumn === true && each.format === candidate.format);
  const number = found.length > 1 ? ` (${found.indexOf(candidate) + 1})` : '';
  return {
    ...{ format, formatIsImplied: false, formatImplementation: null },
    options: [`settings by column${number}`],
    ...{ codec: null, codecOptions: [], codecImplementation: null, isFound: true },
  };
}

/** The options of a candidate's format that have an effect with its codec. */
function effective({ options, codec }: Candidate, descriptors: readonly OptionDescriptor[]): OptionValues {
  return Object.fromEntries(
    Object.entries(options).filter(([id]) => {
      const descriptor = descriptors.find((option) => option.id === id);
      return descriptor === undefined || optionHasEffect(descriptor, codec?.id ?? null);
    }),
  );
}

const shortFormat = ({ format, formatIsImplied, codec }: Parts) =>
  formatIsImplied && codec !== null ? null : format.split(' ')[0];

/** Short labels: the format and the codec if that is unique, otherwise with more details, or else the full label. */
function shorten(parts: readonly Parts[], labels: readonly string[]): string[] {
  const forms = [
    (part: Parts) =>
      part.codec === null && !part.isFound
        ? [part.format]
        : [shortFormat(part), ...(part.isFound ? part.options : []), part.codec],
    (part: Parts) => [shortFormat(part), ...part.options, part.codec],
    (part: Parts) => [shortFormat(part), part.codec, ...part.codecOptions],
    (part: Parts) => [shortFormat(part), part.formatImplementation, part.codec, part.codecImplementation],
    (part: Parts) => [
      shortFormat(part),
      ...part.options,
      part.formatImplementation,
      part.codec,
      ...part.codecOptions,
      part.codecImplementation,
    ],
  ].map((form) =>
    parts.map((part) =>
      form(part)
        .filter((text) => text !== null && text !== undefined)
        .join(' '),
    ),
  );
  return labels.map((label, index) => {
    const unique = forms.find((texts) => texts.filter((text) => text === texts[index]).length === 1);
    return unique?.[index] ?? label;
  });
}

import {
  type Conformance,
  type ConformanceDirection,
  conforms,
  type ImplementationConformance,
  libraryText,
} from '../../workers/model/conformance';
import type { CodecImplementationMeta, CodecMeta, LevelRange } from '../../workers/model/entry';
import { formatCount, formatPercent, plural } from '../figures/figures';

/** The conformance matrix as rows: the registry says which implementations there are, the fixture what was found of them. */

export type DirectionState =
  /** It does not work in this direction at all. */
  | { readonly status: 'absent' }
  /** `reason` says of which version there are figures, if of any. */
  | { readonly status: 'notMeasured'; readonly reason: string }
  | { readonly status: 'accepted' | 'refused'; readonly direction: ConformanceDirection };

export interface ConformanceRow {
  readonly key: string;
  readonly codec: CodecMeta;
  readonly implementation: CodecImplementationMeta;
  readonly library: string;
  readonly levels: string;
  readonly written: DirectionState;
  readonly read: DirectionState;
  /** Of real files, read and written; null where none were tried. */
  readonly files: ImplementationConformance['files'] | null;
  /** Compressed sizes equal to the reference's; null where they can't be compared. */
  readonly sizes: ImplementationConformance['sizes'];
  /** `unknown` where nothing was measured of this version and the metadata don't warn. */
  readonly verdict: 'conforms' | 'doesNot' | 'unknown';
  /** What became of blocks made from a seed, as a sentence; null where none were. */
  readonly blocks: string | null;
}

export interface ConformanceGroup {
  readonly codec: CodecMeta;
  /** Who judged, as measured; null where nothing was. */
  readonly reference: string | null;
  readonly rows: readonly ConformanceRow[];
}

/** Every implementation of every codec, grouped by codec, in the order given. */
export function conformanceGroups(codecs: Iterable<CodecMeta>, conformance: Conformance | null): ConformanceGroup[] {
  return [...codecs].map((codec) => {
    const found = conformance?.implementations.filter((each) => each.codec === codec.id) ?? [];
    return {
      codec,
      reference: found[0]?.reference ?? null,
      rows: codec.implementations.map((implementation) =>
        rowOf(codec, implementation, found.find((each) => each.implementation === implementation.id) ?? null),
      ),
    };
  });
}

function rowOf(
  codec: CodecMeta,
  implementation: CodecImplementationMeta,
  found: ImplementationConformance | null,
): ConformanceRow {
  const library = libraryText(implementation.library);
  const current = found?.library === library ? found : null;
  const missing =
    found === null ? 'not measured for this version' : `not measured for this version (but for ${found.library})`;
  const state = (works: boolean, direction: ConformanceDirection | null): DirectionState => {
    if (!works) return { status: 'absent' };
    // A direction of no cases has shown nothing.
    if (direction === null || direction.cases === 0) return { status: 'notMeasured', reason: missing };
    return { status: direction.accepted === direction.cases ? 'accepted' : 'refused', direction };
  };
  const written = state(implementation.compresses, current?.written ?? null);
  const read = state(implementation.decompresses, current?.read ?? null);
  return {
    key: `${codec.id}/${implementation.id}`,
    codec,
    implementation,
    library,
    levels: levelsText(implementation.levels),
    written,
    read,
    files: current === null || current.files.tried === 0 ? null : current.files,
    sizes: current?.sizes ?? null,
    verdict: verdictOf(implementation, current, [written, read]),
    blocks: current === null || current.blocks === null ? null : blocksSentence(current.blocks),
  };
}

function verdictOf(
  implementation: CodecImplementationMeta,
  current: ImplementationConformance | null,
  states: readonly DirectionState[],
): ConformanceRow['verdict'] {
  if (implementation.conforms === false || (current !== null && !conforms(current))) return 'doesNot';
  return states.some(({ status }) => status === 'notMeasured') ? 'unknown' : 'conforms';
}

/** The first of what is refused; the rest is counted. */
export const refusalsShown = 20;

export function filesText({ tried, lost }: ImplementationConformance['files']): string {
  return `${formatCount(tried)}, ${lost.length === 0 ? 'none' : formatCount(lost.length)} lost`;
}

export function sizesText({ compared, equal }: NonNullable<ImplementationConformance['sizes']>): string {
  if (equal === compared) return `all ${formatCount(compared)} equal`;
  return `${formatCount(equal)} of ${formatCount(compared)} equal`;
}

/** `not conforming: rejected in 7.9 % of blocks (157 of 2,000 …). Seed 7 makes the same blocks again.` */
export function blocksSentence({
  seed,
  tried,
  rejected,
  what,
}: NonNullable<ImplementationConformance['blocks']>): string {
  const share = `${formatCount(rejected)} of ${formatCount(tried)}: ${what.replace(/\.$/, '')}`;
  const verdict =
    rejected === 0
      ? `rejected in none of ${plural(tried, 'block')}: ${what.replace(/\.$/, '')}`
      : `not conforming: rejected in ${formatPercent(rejected / tried)} of blocks (${share})`;
  return `${verdict}. Seed ${seed} makes the same blocks again.`;
}

function levelsText(levels: LevelRange | null): string {
  if (levels === null) return 'none';
  const number = (value: number) => formatCount(value).replace('-', '−');
  return levels.min === levels.max ? number(levels.min) : `${number(levels.min)} to ${number(levels.max)}`;
}

/** What the matrix says, in a sentence. */
export function conformanceSentence(groups: readonly ConformanceGroup[]): string {
  const rows = groups.flatMap((group) => group.rows);
  const count = (verdict: ConformanceRow['verdict']) => rows.filter((row) => row.verdict === verdict);
  const [yes, no, unknown] = [count('conforms'), count('doesNot'), count('unknown')];
  const parts = [
    `${yes.length} of ${plural(rows.length, 'implementation')} ${yes.length === 1 ? 'conforms' : 'conform'} in everything that was tried`,
  ];
  if (no.length > 0)
    parts.push(
      `${no.map((row) => `${row.codec.label} by ${row.implementation.label}`).join(', ')} ${no.length === 1 ? 'does' : 'do'} not`,
    );
  if (unknown.length > 0)
    parts.push(`${unknown.length} ${unknown.length === 1 ? 'is' : 'are'} not measured in this version`);
  return `${parts.join('; ')}.`;
}

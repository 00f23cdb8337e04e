import {
  type Conformance,
  type ConformanceDirection,
  conforms,
  type ImplementationConformance,
  libraryText,
} from '../../workers/model/conformance';
import type { CodecImplementationMeta, CodecMeta, LevelRange } from '../../workers/model/entry';
import { formatCount, formatPercent } from '../figures/figures';
import { plural } from '../../workers/model/plural';

/**
 * Rows of the conformance matrix. The registry lists the implementations, and the fixture contains their test results.
 */

export type DirectionState =
  /** The implementation does not support this direction. */
  | { readonly status: 'absent' }
  /** `reason` names the version that was measured, if another version was. */
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
  /** The results with real files, written and read. Null if none were tested. */
  readonly files: ImplementationConformance['files'] | null;
  /** The number of compressed sizes equal to the reference's. Null if they can't be compared. */
  readonly sizes: ImplementationConformance['sizes'];
  /** `unknown` if this version was not measured and the metadata contains no warning. */
  readonly verdict: 'conforms' | 'doesNot' | 'unknown';
  /** A sentence on the test with blocks generated from a seed. Null if there was none. */
  readonly blocks: string | null;
}

export interface ConformanceGroup {
  readonly codec: CodecMeta;
  /** The reference implementation that was used. Null if nothing was measured. */
  readonly reference: string | null;
  readonly rows: readonly ConformanceRow[];
}

/** All implementations, grouped by codec, in the given order. */
export function conformanceGroups(codecs: Iterable<CodecMeta>, conformance: Conformance | null): ConformanceGroup[] {
  return [...codecs].map((codec) => {
    const measured = conformance?.implementations.filter((each) => each.codec === codec.id) ?? [];
    return {
      codec,
      reference: measured[0]?.reference ?? null,
      rows: codec.implementations.map((implementation) =>
        rowOf(codec, implementation, measured.find((each) => each.implementation === implementation.id) ?? null),
      ),
    };
  });
}

function rowOf(
  codec: CodecMeta,
  implementation: CodecImplementationMeta,
  measured: ImplementationConformance | null,
): ConformanceRow {
  const library = libraryText(implementation.library);
  const current = measured?.library === library ? measured : null;
  const missing =
    measured === null ? 'not measured for this version' : `not measured for this version (but for ${measured.library})`;
  const state = (works: boolean, direction: ConformanceDirection | null): DirectionState => {
    if (!works) return { status: 'absent' };
    // A direction without test cases counts as not measured.
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

/** The number of rejected files that are listed. The remaining ones are only counted. */
export const maxListedRejections = 20;

export function lostFilesText({ tried, lost }: ImplementationConformance['files']): string {
  return `${formatCount(tried)}, ${lost.length === 0 ? 'none' : formatCount(lost.length)} lost`;
}

export function equalSizesText({ compared, equal }: NonNullable<ImplementationConformance['sizes']>): string {
  if (equal === compared) return `all ${formatCount(compared)} equal`;
  return `${formatCount(equal)} of ${formatCount(compared)} equal`;
}

/**
 * For example: `not conforming: rejected in 7.9 % of blocks (157 of 2,000 …). Seed 7 generates the same blocks again.`
 */
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
  return `${verdict}. Seed ${seed} generates the same blocks again.`;
}

function levelsText(levels: LevelRange | null): string {
  if (levels === null) return 'none';
  const number = (value: number) => formatCount(value).replace('-', '−');
  return levels.min === levels.max ? number(levels.min) : `${number(levels.min)} to ${number(levels.max)}`;
}

/** A sentence that summarises the matrix. */
export function conformanceSentence(groups: readonly ConformanceGroup[]): string {
  const rows = groups.flatMap((group) => group.rows);
  const count = (verdict: ConformanceRow['verdict']) => rows.filter((row) => row.verdict === verdict);
  const [yes, no, unknown] = [count('conforms'), count('doesNot'), count('unknown')];
  const parts = [
    `${yes.length} of ${plural(rows.length, 'implementation')} ${yes.length === 1 ? 'conforms' : 'conform'} in all tests`,
  ];
  if (no.length > 0)
    parts.push(
      `${no.map((row) => `${row.codec.label} by ${row.implementation.label}`).join(', ')} ${no.length === 1 ? 'does' : 'do'} not`,
    );
  if (unknown.length > 0)
    parts.push(`${unknown.length} ${unknown.length === 1 ? 'is' : 'are'} not measured in this version`);
  return `${parts.join('; ')}.`;
}

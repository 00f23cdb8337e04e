import { candidateKey, type OwnFileType } from '../../model/plan';
import type { ImportResult } from '../../own-file/imported';
import { plural } from '../../model/plural';
import type { PackedFile } from '../../own-file/packed/unpack';
import { detectFileWriting } from '../settings/file-settings';
import type { DetectedWriting } from '../../own-file/settings/file-writing';

const mostValues = 3;

/**
 * The settings with which the files were written: those that all share, and where they differ, the number of files with each. The candidate is
 * that of all files, if it is the same.
 */
export async function joinedSettings(
  members: readonly { readonly content: Blob; readonly packed: PackedFile | null }[],
  type: OwnFileType,
  { dialect, facts }: Pick<ImportResult, 'dialect' | 'facts'>,
): Promise<DetectedWriting> {
  const found: DetectedWriting[] = [];
  for (const { content, packed } of members)
    found.push(
      (await detectFileWriting(content, { type, dialect, packed })) ?? {
        settings: { writer: null, facts: [...(facts ?? [])] },
        candidate: null,
      },
    );
  const names = [...new Set(found.flatMap(({ settings }) => settings.facts.map(({ name }) => name)))];
  const writers = new Set(found.map(({ settings }) => settings.writer));
  const keys = new Set(found.map(({ candidate }) => (candidate === null ? null : candidateKey(candidate))));
  return {
    settings: {
      writer: writers.size === 1 ? (found[0]?.settings.writer ?? null) : null,
      facts: [
        { name: 'Files', value: members.length.toLocaleString('en') },
        ...names.map((name) => ({
          name,
          value: sharedValue(
            found.map(({ settings }) => settings.facts.find((fact) => fact.name === name)?.value ?? 'not stated'),
          ),
        })),
      ].slice(0, 20),
    },
    candidate: keys.size === 1 ? (found[0]?.candidate ?? null) : null,
  };
}

function sharedValue(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size === 1) return values[0] ?? '';
  const most = [...counts].sort(([, one], [, other]) => other - one);
  const texts = most.slice(0, mostValues).map(([value, count]) => `${value} (${plural(count, 'file')})`);
  return `${texts.join('; ')}${most.length > mostValues ? `; ${most.length - mostValues} more` : ''}`.slice(0, 300);
}

import type { OwnFileType } from '../../model/plan';
import type { ReadingOptions, TextEncodingLabel } from '../../model/reading-options';
import type { ReadOptions } from '../../own-file/imported';
import { unreadableFileError } from '../../own-file/refusal';
import { asUtf8, type Utf8Text } from '../../own-file/text-encoding';
import { agreeing } from './agreement';
import { joinJson, joinNdjson } from './join-json';
import type { JoinedText, MemberText, TextJoin } from './joined-text';

/** The types whose files are joined as texts before they are read. */
export const textTypes: ReadonlySet<OwnFileType> = new Set(['csv', 'json', 'ndjson']);

interface JoinedTexts {
  readonly texts: readonly MemberText[];
  readonly join: JoinedText;
  readonly encoding: { readonly label: TextEncodingLabel; readonly name: string; readonly isUtf8: boolean };
  /** On encodings other than UTF-8, and on how the files are written. */
  readonly notes: readonly string[];
  /** How the files are written, where the joined text is written in another way. */
  readonly written: TextJoin['written'];
  /** The options with which the joined text is read. */
  readonly reading: ReadingOptions;
}

/**
 * Joins text files, each decoded from its own encoding.
 * @throws FormatlabError that lists the files that differ from the others
 */
export async function joinTexts(
  members: readonly { readonly path: string; readonly content: Blob }[],
  type: OwnFileType,
  { reading, onStage }: Pick<ReadOptions, 'reading' | 'onStage'>,
): Promise<JoinedTexts> {
  const stage = (what: string, index: number) =>
    onStage(`${what} file ${(index + 1).toLocaleString('en')} of ${members.length.toLocaleString('en')}`);
  const utf8: Utf8Text[] = [];
  for (const [index, { content }] of members.entries()) {
    stage('Reading', index);
    utf8.push(await asUtf8(content, reading.encoding));
  }
  const texts = members.map(({ path }, index): MemberText => ({ path, text: utf8[index]?.file ?? new Blob() }));
  const prepared =
    type === 'csv'
      ? await (await import('./join-csv')).joinCsv(texts, reading)
      : type === 'json'
        ? await joinJson(texts)
        : type === 'ndjson'
          ? await joinNdjson(texts)
          : null;
  if (prepared === null)
    throw unreadableFileError('It is no text that can be joined.', 'Open one file.', { tag: 'internal' });
  agreeing(
    members.map(({ path }) => path),
    prepared.shapes.map((shape) => (typeof shape === 'string' ? { problem: shape } : { value: shape })),
    { shapeOf: (shape) => shape },
  );
  const join = await prepared.join((index) => stage('Joining', index));
  const { encoding: _, partitionColumns: __, ...inner } = reading;
  const labels = [...new Set(utf8.map(({ label }) => label))];
  const names = [...new Set(utf8.map(({ encoding }) => encoding))];
  return {
    texts,
    join,
    encoding: {
      // Of several encodings, none can be chosen for all files.
      label: labels.length === 1 ? (labels[0] ?? 'utf-8') : 'utf-8',
      name: names.join(' or '),
      isUtf8: labels.every((label) => label === 'utf-8'),
    },
    notes: [...encodingNotes(utf8), ...(prepared.notes ?? [])],
    written: prepared.written,
    reading: { ...inner, ...prepared.reading },
  };
}

function encodingNotes(utf8: readonly Utf8Text[]): string[] {
  const noted = utf8.flatMap(({ note, encoding }) => (note === null ? [] : [encoding]));
  if (noted.length === 0) return [];
  const counts = [...new Set(noted)].map(
    (name) => `${noted.filter((each) => each === name).length.toLocaleString('en')} as ${name}`,
  );
  return [
    `${noted.length.toLocaleString('en')} of ${utf8.length.toLocaleString('en')} files are not UTF-8 or hold characters that can’t be read; they were read ${counts.join(', ')}. If letters look wrong, choose the encoding under “Reading options”.`,
  ];
}

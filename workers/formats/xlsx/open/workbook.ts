import { DamagedInput } from '../../../model/damaged-input';
import { checkWorkbookPart } from '../../../own-file/limits';
import { packedFile, unpackedPieces } from '../../../own-file/packed/unpack';
import { isReadableEntry, type ZipEntry, zipEntries } from '../../../own-file/packed/zip-directory';
import { unreadableFileError } from '../../../own-file/refusal';
import { type NumberFormatKind, numberFormatKind } from './number-formats';
import { SharedStrings } from './shared-texts';
import { type XmlHandler, XmlReader } from './xml';

/** The maximum number of texts, sheets, cell formats and relations each. */
const maxEntries = 20_000_000;

interface Sheet {
  readonly name: string;
  /** The path of its part in the archive; null for sheets of charts or macros. */
  readonly path: string | null;
}

/** What a workbook says of all of its sheets (ECMA-376, parts 12 and 18). */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** True if day 0 is 1904-01-01. */
  readonly is1904: boolean;
  readonly strings: SharedStrings;
  /** The kind of each cell format, by its number. */
  readonly formats: readonly NumberFormatKind[];
  readonly parts: WorkbookParts;
}

export const damagedWorkbook = (what: string, cause?: unknown) =>
  unreadableFileError(
    `It could not be read as an Excel workbook: ${what.slice(0, 300)}.`,
    'Check that Excel or LibreOffice opens it, and save it again as .xlsx.',
    cause === undefined ? { format: 'xlsx' } : { format: 'xlsx', cause },
  );

function checkCount(count: number, what: string): void {
  if (count >= maxEntries) throw damagedWorkbook(`it has more than ${maxEntries.toLocaleString('en')} ${what}`);
}

/** The parts of the archive by their paths. */
class WorkbookParts {
  readonly #file: Blob;
  readonly #fileName: string;
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  constructor(file: Blob, fileName: string, entries: readonly ZipEntry[]) {
    this.#file = file;
    this.#fileName = fileName;
    this.#entries = new Map(entries.map((entry) => [entry.name.replace(/^\//u, '').toLowerCase(), entry]));
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase());
  }

  /** Reads a part as XML. @throws FormatlabError if it is missing, damaged or encrypted */
  async read(path: string, handler: XmlHandler): Promise<void> {
    const entry = this.#entries.get(path.toLowerCase());
    if (entry === undefined) throw damagedWorkbook(`its part ${path} is missing`);
    if (!isReadableEntry(entry))
      throw damagedWorkbook(
        `its part ${path} is ${entry.isEncrypted ? 'encrypted' : `compressed by method ${entry.method}`}`,
      );
    checkWorkbookPart(path, entry.sizeBytes);
    const reader = new XmlReader(handler);
    try {
      for await (const piece of unpackedPieces(packedFile(this.#file, this.#fileName, 'zip', entry), null))
        reader.push(piece);
      reader.end();
    } catch (thrown) {
      throw thrown instanceof DamagedInput ? damagedWorkbook(`in its part ${path}, ${thrown.problem}`, thrown) : thrown;
    }
  }
}

const nothing: XmlHandler = { open: () => undefined, close: () => undefined, text: () => undefined };

interface Relation {
  readonly kind: string;
  readonly path: string;
}

/** The parts that a part refers to, by the ids of the relations. */
async function relationsOf(parts: WorkbookParts, path: string): Promise<ReadonlyMap<string, Relation>> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  await parts.read(`${folder}_rels/${path.slice(folder.length)}.rels`, {
    ...nothing,
    open(name, attribute) {
      const target = name === 'Relationship' ? attribute('Target') : null;
      if (target === null) return;
      checkCount(relations.size, 'relations');
      const kind = attribute('Type')?.split('/').at(-1) ?? '';
      relations.set(attribute('Id') ?? '', { kind, path: absolute(folder, target) });
    },
  });
  return relations;
}

/** A target's path in the archive; targets are relative to the folder unless they begin with a slash. */
function absolute(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** @throws FormatlabError if the file is no workbook, or is damaged */
export async function openWorkbook(file: Blob, fileName: string): Promise<Workbook> {
  const entries = await zipEntries(file);
  if (entries === null) throw damagedWorkbook('the directory at its end is damaged or missing');
  const parts = new WorkbookParts(file, fileName, entries);
  const roots = await relationsOf(parts, '');
  const root = [...roots.values()].find(({ kind }) => kind === 'officeDocument');
  if (root === undefined) throw damagedWorkbook('it names no workbook');
  const relations = await relationsOf(parts, root.path);
  const { sheets, is1904 } = await sheetsOf(parts, root.path, relations);
  const partOf = (kind: string) => [...relations.values()].find((relation) => relation.kind === kind)?.path ?? null;
  const styles = partOf('styles');
  const strings = partOf('sharedStrings');
  return {
    sheets,
    is1904,
    parts,
    formats: styles === null ? [] : await formatsOf(parts, styles),
    strings: strings === null ? new SharedStrings() : await stringsOf(parts, strings),
  };
}

async function sheetsOf(parts: WorkbookParts, path: string, relations: ReadonlyMap<string, Relation>) {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await parts.read(path, {
    ...nothing,
    open(name, attribute) {
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      checkCount(sheets.length, 'sheets');
      const relation = relations.get(attribute('r:id') ?? attribute('id') ?? '');
      sheets.push({ name: attribute('name') ?? '', path: relation?.kind === 'worksheet' ? relation.path : null });
    },
  });
  return { sheets, is1904 };
}

async function formatsOf(parts: WorkbookParts, path: string): Promise<NumberFormatKind[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormatKind[] = [];
  let inCells = false;
  await parts.read(path, {
    ...nothing,
    open(name, attribute) {
      if (name === 'numFmt') codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const id = Number(attribute('numFmtId') ?? 0);
        checkCount(formats.length, 'cell formats');
        formats.push(numberFormatKind(id, codes.get(id)));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

async function stringsOf(parts: WorkbookParts, path: string): Promise<SharedStrings> {
  const strings = new SharedStrings();
  const text = new RichText();
  await parts.read(path, {
    open(name) {
      text.open(name);
    },
    text(piece) {
      text.text(piece);
    },
    close(name) {
      text.close(name);
      if (name !== 'si') return;
      checkCount(strings.length, 'texts');
      strings.add(text.take());
    },
  });
  return strings;
}

/** Collects the text of a string, which may have runs with their own fonts, without its phonetic reading. */
export class RichText {
  #text = '';
  #inText = false;
  #inPhonetic = false;

  open(name: string): void {
    if (name === 't') this.#inText = !this.#inPhonetic;
    else if (name === 'rPh') this.#inPhonetic = true;
  }

  text(piece: string): void {
    if (this.#inText) this.#text += piece;
  }

  close(name: string): void {
    if (name === 't') this.#inText = false;
    else if (name === 'rPh') this.#inPhonetic = false;
  }

  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    return text;
  }
}

/** Characters that XML cannot hold are written as _xHHHH_ (ECMA-376, 22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

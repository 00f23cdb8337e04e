import type { DatasetSchema } from '../../workers/model/dataset';
import type { ErrorRecord, Stage } from '../../workers/model/errors';
import type { CellResult, DatasetInfo, OperationResult, RunResult, Verification } from '../../workers/model/result';
import { plural } from '../../workers/model/plural';
import { withColumnNames } from './names-columns';
import { hasOwnFile, type Redaction, redactPlan } from './redact-plan';

/** Removes from a result whatever the redaction does not allow. Results of generated data are returned unchanged. */
export function redact(result: RunResult, redaction: Redaction): RunResult {
  if (!hasOwnFile(result.plan)) return result;
  const names = result.datasets.flatMap((info) =>
    info.status === 'ready' && info.schema.kind === 'table' ? info.schema.columns.map(({ name }) => name) : [],
  );
  const files = result.plan.datasets.flatMap((spec) =>
    spec.source === 'ownFile' && spec.fileName !== null ? [spec.fileName] : [],
  );
  const secrets = [...(redaction.columnNames ? [] : names), ...(redaction.fileName ? [] : files)];
  const context: Context = { redaction, say: sentenceFilter(secrets), columnLabel: columnLabels(names) };
  const labelOfUnknown = unknownColumnLabels();
  const plan = redactPlan(
    {
      ...result.plan,
      ...(redaction.columnNames
        ? {}
        : {
            candidates: result.plan.candidates.map((candidate) =>
              withColumnNames(candidate, (name) => context.columnLabel(name) ?? labelOfUnknown(name)),
            ),
          }),
      ...(typeof result.plan.projectColumn === 'string' && names.includes(result.plan.projectColumn)
        ? { projectColumn: names.indexOf(result.plan.projectColumn) }
        : {}),
    },
    redaction,
  );
  return {
    ...result,
    plan,
    datasets: result.datasets.map((info) => redactDataset(info, context)),
    cells: result.cells.map((cell) => redactCell(cell, context)),
    warnings: result.warnings.map(context.say),
  };
}

/** What stands for names that options give, but no column has: each has its own, since an option may not name a column twice. */
function unknownColumnLabels(): (name: string) => string {
  const labels = new Map<string, string>();
  return (name) => {
    const known = labels.get(name);
    if (known !== undefined) return known;
    const label = labels.size === 0 ? 'another column' : `another column ${labels.size + 1}`;
    labels.set(name, label);
    return label;
  };
}

interface Context {
  readonly redaction: Redaction;
  /** Returns the sentence, or the note that the sentence was omitted. */
  readonly say: (sentence: string) => string;
  readonly columnLabel: (name: string) => string | null;
}

/** Links and downloaded files contain it, so it names neither. */
export const omittedNote = 'Not told, since it may quote the file.';

/** A loss stands within a sentence: “It loses …”. */
export const omittedLoss = 'Something that is not told, since it may quote the file.';

/** The end of both, and of the note in links of earlier versions. */
const omittedEnding = 'since it may quote the file.';

/**
 * Text between quotation marks may be a name or a value. A sentence with quotation marks or with a known name is
 * omitted.
 */
const quotation = /["“”„«»‘`‹›]|(^|[^\p{L}\p{N}])['’]|['’]($|[^\p{L}\p{N}])/u;

function sentenceFilter(secrets: readonly string[]): (sentence: string) => string {
  const lower = secrets.map((secret) => secret.trim().toLowerCase()).filter((secret) => secret !== '');
  return (sentence) => {
    const text = sentence.toLowerCase();
    return quotation.test(sentence) || lower.some((secret) => mentions(text, secret)) ? omittedNote : sentence;
  };
}

const wordCharacter = /[\p{L}\p{N}_]/u;

/**
 * True if the text contains the secret as a whole word. A column named “a” must not remove every sentence, and one
 * named “age” must not remove “page”.
 */
function mentions(text: string, secret: string): boolean {
  for (let place = text.indexOf(secret); place >= 0; place = text.indexOf(secret, place + 1)) {
    const before = text.slice(0, place).at(-1) ?? '';
    const after = text.charAt(place + secret.length);
    if (
      !(wordCharacter.test(before) && wordCharacter.test(secret.charAt(0))) &&
      !(wordCharacter.test(after) && wordCharacter.test(secret.at(-1) ?? ''))
    )
      return true;
  }
  return false;
}

function columnLabels(names: readonly string[]): (name: string) => string | null {
  const places = new Map<string, number>();
  names.forEach((name, index) => {
    if (!places.has(name)) places.set(name, index);
  });
  return (name) => {
    const place = places.get(name);
    return place === undefined ? null : `column ${place + 1}`;
  };
}

function redactSchema(schema: DatasetSchema, { redaction }: Context): DatasetSchema {
  if (schema.kind !== 'table' || redaction.columnNames) return schema;
  return { ...schema, columns: schema.columns.map((column, index) => ({ ...column, name: `column ${index + 1}` })) };
}

type ReadyInfo = Extract<DatasetInfo, { status: 'ready' }>;

/**
 * Notes and null words may quote values of the file, so a link contains only the number of notes. The plan contains the
 * reading options.
 */
function redactNotes({ notes, readAs: _, ...info }: ReadyInfo): DatasetInfo {
  if (notes === undefined) return info;
  if (notes.every((note) => note.endsWith(omittedEnding))) return { ...info, notes };
  const were = notes.length === 1 ? 'was' : 'were';
  return { ...info, notes: [`${plural(notes.length, 'change')} ${were} made when the file was read. ${omittedNote}`] };
}

/** Programs can write any text as their name into a file, so these settings are redacted too. */
function redactSettings({ fileSettings, ...info }: ReadyInfo, { say }: Context): ReadyInfo {
  if (fileSettings === undefined) return info;
  const facts = fileSettings.facts.filter(({ value }) => say(value) === value);
  return { ...info, fileSettings: { writer: null, facts } };
}

/** The reason why the file has no times may name a column, and so does the reading of one. */
function redactDecode({ fileDecode, ...info }: ReadyInfo, context: Context): ReadyInfo {
  if (fileDecode === undefined) return info;
  const { result, parts } = fileDecode;
  const redacted = Object.entries(parts ?? {}).map(([part, of]) => [part, redactOperation(part, of, context)]);
  return {
    ...info,
    fileDecode: {
      ...fileDecode,
      result: redactOperation('decode', result, context),
      ...(parts === undefined ? {} : { parts: Object.fromEntries(redacted) }),
    },
  };
}

function redactDataset(info: DatasetInfo, context: Context): DatasetInfo {
  switch (info.status) {
    case 'ready':
      return redactNotes(
        redactDecode(redactSettings({ ...info, schema: redactSchema(info.schema, context) }, context), context),
      );
    case 'failed':
      return { ...info, error: redactError(info.error) };
    case 'pending':
      return info;
  }
}

const stageWords: Record<Stage, string> = {
  parse: 'reading the plan',
  load: 'loading a library',
  generate: 'generating the data',
  import: 'reading the file',
  setUp: 'setting up',
  encode: 'encoding',
  decode: 'decoding',
  project: 'reading one column',
  lookup: 'looking up',
  store: 'storing',
  retrieve: 'loading from storage',
  verify: 'verifying',
  warmUp: 'warming up',
  sample: 'measuring',
};

/** Errors often quote values. For a user's file, a link contains only the error's tag and stage. */
function redactError({ tag, stage, format, codec }: ErrorRecord): ErrorRecord {
  return {
    tag,
    stage,
    message: `It failed while ${stageWords[stage]} (${tag}). ${omittedNote}`,
    ...(format === undefined ? {} : { format }),
    ...(codec === undefined ? {} : { codec }),
  };
}

/** From the first quotation mark to the last one, since a quoted name may contain such marks itself. */
const quoted = /(?:["“”„«»‘`‹›]|(?<![\p{L}\p{N}])['’]).*(?:["“”„«»‘`‹›]|['’](?![\p{L}\p{N}]))/su;

/** What a format loses, without what it quotes: the rest are the format's own words, and tell what the file can't keep. */
function redactLoss(loss: string, say: Context['say']): string {
  const text = loss.replace(quoted, '…');
  return say(text) === text ? text : omittedLoss;
}

/** How many values changed stays: it tells none of them, and without it a text format would count as one that may change values. */
function redactVerification(verification: Verification, { say }: Context): Verification {
  const { changedValues } = verification;
  return {
    ...(changedValues === undefined ? {} : { changedValues }),
    verifiedBy: verification.verifiedBy,
    reason: verification.reason === null ? null : say(verification.reason),
    loss: [...new Set(verification.loss.map((loss) => redactLoss(loss, say)))],
    rejectedBy: verification.rejectedBy.map(({ implementation }) => ({ implementation, message: omittedNote })),
  };
}

function redactOperation(name: string, operation: OperationResult, context: Context): OperationResult {
  switch (operation.status) {
    case 'measured':
      return { ...operation, detail: operation.detail === null ? null : redactDetail(name, operation.detail, context) };
    case 'unsupported':
      return { ...operation, reason: context.say(operation.reason) };
    case 'failed':
      return { ...operation, error: redactError(operation.error) };
  }
}

/**
 * For `project` the detail is the name of a column. For other operations the detail may be shared only if it consists
 * of counts and sizes.
 */
const countingWords =
  /\b(keys?|rows?|ids?|look-?ups?|first|last|chosen|and|of|in|a|per|call|random|blocks?|bytes|dictionary|trained|ms|from|before|the|clock)\b/gi;

function redactDetail(name: string, detail: string, { redaction, say, columnLabel }: Context): string | null {
  if (name === 'project') return redaction.columnNames ? detail : columnLabel(detail);
  return /\p{L}/u.test(detail.replace(countingWords, '')) ? null : say(detail);
}

function redactCell(cell: CellResult, context: Context): CellResult {
  switch (cell.status) {
    case 'completed':
      return {
        ...cell,
        verification: redactVerification(cell.verification, context),
        operations: Object.fromEntries(
          Object.entries(cell.operations).map(([name, operation]) => [name, redactOperation(name, operation, context)]),
        ),
      };
    case 'failed':
      return { ...cell, error: redactError(cell.error) };
    case 'unsupported':
      return { ...cell, reason: context.say(cell.reason) };
    case 'cancelled':
    case 'overBudget':
    case 'timedOut':
      return cell;
  }
}

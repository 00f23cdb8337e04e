import type * as v from 'valibot';
import { parseWithSchema } from '../../workers/model/parse';
import {
  type Candidate,
  type CandidateCodec,
  candidateKey,
  type DatasetSpec,
  type Plan,
} from '../../workers/model/plan';
import type { ReadingOptions } from '../../workers/model/reading-options';
import type { ResultTab, View } from '../view/view';
import type { ResultsView } from '../view/results-view';
import {
  decodeText,
  encodeText,
  readNumber,
  readValue,
  readValues,
  splitOnce,
  writeValue,
  writeValues,
} from './address-values';
import { damagedLink } from './bytes';
import { defaultsV1 } from './defaults-v1';
import { readSituation, writeSituation } from './situation-text';

/**
 * A view as readable parameters, version 1. Only the differences from `defaultsV1` are written:
 *
 *   page=published   source=000   the page, and the published source whose page it is
 *   data=keyedVectors,800,1,zeroShare:0.5            workload, size, seed, parameters; once per dataset
 *   data=@csv,52113,name:iris.csv,sha:9f…,types:utf8.int64   a user's file: its type, its bytes, and the properties
 * that may be shared
 *   with=hdf5/h5wasm,layout:bulk+gzip@4.chunk        format/implementation, options, + codec @ level . granularity /
 * implementation, codec options; once per candidate
 *   do=encode,decode   effort=quick   budget=30   seed=1
 *   by-column=search   the run first searches the best settings of each column
 *   column=city   rows=random,64   rows=given,5,17   the column to read, by name or index; the rows or keys to look up
 *   for=archive,reads:5   a named situation, and what differs from it: see situation-text.ts
 *   tab=bytes   drawer=plan   the tab of the results, and the panel over the page
 *   dataset=1   show=decode   x=decode.time   y=size   colour=format   panels=codec   join-levels=yes   speed=linear   ratio=linear   time=linear   hide-formats=csv,json   hide-codecs=…
 * hide-levels=…   baseline=2   published=no   sort=-ratio
 *
 * `baseline` is the candidate's index in the plan, or its key if the plan lacks it. All characters except letters,
 * digits, -, . and _ are percent-encoded, so that separators can't be confused with content.
 */

/**
 * Reading options are written as `read.decimalMark:comma`; the items of a list are separated by `+`. Numbers and yes/no
 * are written verbatim, and words are prefixed with `=`.
 */
const readingPrefix = 'read.';

const writeReading = (reading: ReadingOptions) =>
  Object.entries(reading).map(
    ([name, value]) =>
      `,${readingPrefix}${encodeText(name)}:${Array.isArray(value) ? `+${value.map(writeValue).join('+')}` : writeValue(value)}`,
  );

function readReading(properties: ReadonlyMap<string, string>): { reading?: unknown } {
  const entries = [...properties].flatMap(([key, text]) => {
    if (!key.startsWith(readingPrefix)) return [];
    const list = () => (text === '+' ? [] : text.slice(1).split('+').map(readValue));
    return [[decodeText(key.slice(readingPrefix.length)), text.startsWith('+') ? list() : readValue(text)] as const];
  });
  return entries.length === 0 ? {} : { reading: Object.fromEntries(entries) };
}

function writeDataset(spec: DatasetSpec): string {
  if (spec.source === 'workload')
    return `${encodeText(spec.workload)},${spec.size},${spec.seed}${writeValues(spec.knobs)}`;
  const properties = [
    ...(spec.fileCount === undefined ? [] : [`,files:${spec.fileCount}`]),
    ...(spec.fileName === null ? [] : [`,name:${encodeText(spec.fileName)}`]),
    ...(spec.sha256 === null ? [] : [`,sha:${spec.sha256}`]),
    ...(spec.sample === undefined ? [] : [`,sample:${spec.sample.seed}.${spec.sample.targetBytes}`]),
    ...(spec.columnTypes === null ? [] : [`,types:${spec.columnTypes.join('.')}`]),
    ...(spec.malformed === undefined ? [] : [`,malformed:${spec.malformed}`]),
    ...writeReading(spec.reading ?? {}),
  ];
  return `@${spec.type},${spec.fileSizeBytes}${properties.join('')}`;
}

/** The result is unchecked. The view's schema validates it later. */
function readDataset(text: string): unknown {
  const [first = '', second, ...rest] = text.split(',');
  if (!first.startsWith('@')) {
    const [seed, ...knobs] = rest;
    return {
      source: 'workload',
      workload: decodeText(first),
      size: readNumber(second),
      seed: readNumber(seed),
      knobs: readValues(knobs),
    };
  }
  const properties = new Map(rest.map((part) => splitOnce(part, ':')));
  const types = properties.get('types');
  return {
    source: 'ownFile',
    type: decodeText(first.slice(1)),
    fileSizeBytes: readNumber(second),
    ...(properties.has('files') ? { fileCount: readNumber(properties.get('files')) } : {}),
    fileName: properties.has('name') ? decodeText(properties.get('name') ?? '') : null,
    sha256: properties.get('sha') ?? null,
    columnTypes: types === undefined ? null : types === '' ? [] : types.split('.'),
    ...(properties.has('sample') ? { sample: readSample(properties.get('sample') ?? '') } : {}),
    ...readReading(properties),
    ...(properties.has('malformed') ? { malformed: decodeText(properties.get('malformed') ?? '') } : {}),
  };
}

function readSample(text: string): unknown {
  const [seed, targetBytes] = splitOnce(text, '.');
  return { seed: readNumber(seed), targetBytes: readNumber(targetBytes) };
}

function writeCodec({ id, level, granularity, implementation, options }: CandidateCodec): string {
  return `+${encodeText(id)}${level === null ? '' : `@${level}`}.${granularity}${implementation === null ? '' : `/${encodeText(implementation)}`}${writeValues(options ?? {})}`;
}

function writeCandidate({ format, implementation, options, codec }: Candidate): string {
  return `${encodeText(format)}/${encodeText(implementation)}${writeValues(options)}${codec === null ? '' : writeCodec(codec)}`;
}

function readCandidate(text: string): unknown {
  const plus = text.indexOf('+');
  const [formatText = '', ...options] = (plus < 0 ? text : text.slice(0, plus)).split(',');
  const [format, implementation] = splitOnce(formatText, '/');
  return {
    format: decodeText(format),
    implementation: decodeText(implementation),
    options: readValues(options),
    codec: plus < 0 ? null : readCodec(text.slice(plus + 1)),
  };
}

function readCodec(text: string): unknown {
  const [codecText = '', ...options] = text.split(',');
  const slash = codecText.indexOf('/');
  const [head, granularity] = splitOnce(slash < 0 ? codecText : codecText.slice(0, slash), '.');
  const at = head.indexOf('@');
  return {
    id: decodeText(at < 0 ? head : head.slice(0, at)),
    level: at < 0 ? null : readNumber(head.slice(at + 1)),
    granularity,
    implementation: slash < 0 ? null : decodeText(codecText.slice(slash + 1)),
    ...(options.length === 0 ? {} : { options: readValues(options) }),
  };
}

const writeLookups = (keys: NonNullable<Plan['lookupKeys']>): string =>
  keys.choice === 'given' ? ['given', ...keys.keys.map(writeValue)].join(',') : `${keys.choice},${keys.count}`;

function readLookups(text: string): unknown {
  const [choice, ...rest] = text.split(',');
  return choice === 'given' ? { choice, keys: rest.map(readValue) } : { choice, count: readNumber(rest.join(',')) };
}

/** The schema refuses any other word. */
const readSearch = (text: string): unknown => (text === 'search' ? true : text);

const writeList = (list: readonly string[]) => list.map(encodeText).join(',');
const readList = (text: string) => (text === '' ? [] : text.split(',').map(decodeText));

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** If `withPlan` is false the plan is omitted, for links whose results contain it. */
export function writeView(view: View, withPlan = true): string {
  const parameters: string[] = [];
  const add = (name: string, value: string, standard: string) => {
    if (value !== standard) parameters.push(`${name}=${value}`);
  };
  const { plan, results } = view;
  const { plan: plan0, results: results0 } = defaultsV1;
  add('page', view.page, defaultsV1.page);
  if (view.source !== null) parameters.push(`source=${encodeText(view.source)}`);
  if (withPlan) {
    const addAll = (name: string, values: readonly string[], standard: readonly string[]) => {
      if (!same(values, standard)) parameters.push(...values.map((value) => `${name}=${value}`));
    };
    addAll('data', plan.datasets.map(writeDataset), plan0.datasets.map(writeDataset));
    addAll('with', plan.candidates.map(writeCandidate), plan0.candidates.map(writeCandidate));
    add('do', plan.operations.join(','), plan0.operations.join(','));
    add('effort', plan.effort, plan0.effort);
    if (plan.budget !== undefined) parameters.push(`budget=${writeValue(plan.budget)}`);
    add('seed', String(plan.seed), String(plan0.seed));
    if (plan.searchesColumns !== undefined) parameters.push('by-column=search');
    if (plan.projectColumn !== undefined) parameters.push(`column=${writeValue(plan.projectColumn)}`);
    if (plan.lookupKeys !== undefined) parameters.push(`rows=${writeLookups(plan.lookupKeys)}`);
  }
  add('for', writeSituation(view.situation), writeSituation(defaultsV1.situation));
  for (const field of resultFields) {
    const value = field.write(results, plan);
    if (value !== field.write(results0, plan)) parameters.push(`${field.name}=${value}`);
  }
  const names = parameters.map((parameter) => parameter.slice(0, parameter.indexOf('=')));
  const has = (name: string) => names.includes(name);
  // Read with results or without them, the text opens the same tab.
  if ([true, false].some((hasResults) => impliedTab(has, hasResults) !== view.tab)) parameters.push(`tab=${view.tab}`);
  if (view.drawer !== null) parameters.push(`drawer=${view.drawer}`);
  return parameters.join('&');
}

/**
 * The tab of a link that names none, as links did before there were tabs: the one with what the link sets. In a link with results, `show` alone may be
 * what the page had chosen itself, and the link opens with the answer.
 */
function impliedTab(has: (name: string) => boolean, hasResults: boolean): ResultTab {
  if (['x', 'y', 'panels'].some(has) || (has('show') && !hasResults)) return 'compare';
  return has('sort') ? 'details' : defaultsV1.tab;
}

function writeBaseline(baseline: string | null, plan: Plan): string {
  if (baseline === null) return '';
  const place = plan.candidates.findIndex((candidate) => candidateKey(candidate) === baseline);
  return place < 0 ? `=${encodeText(baseline)}` : String(place);
}

function readBaseline(text: string, plan: Plan): string | null {
  if (text === '') return null;
  if (text.startsWith('=')) return decodeText(text.slice(1));
  const candidate = plan.candidates[readNumber(text)];
  if (candidate === undefined) throw damagedLink('The link is damaged: its baseline is not among its candidates.');
  return candidateKey(candidate);
}

const writeSort = ({ column, descending }: ResultsView['sort']) => `${descending ? '-' : ''}${encodeText(column)}`;

function readSort(text: string): unknown {
  const descending = text.startsWith('-');
  return { column: decodeText(descending ? text.slice(1) : text), descending };
}

/** The name, writer and reader of a field. The view's schema validates the values read. */
interface Parameter<T> {
  readonly name: string;
  readonly write: (value: T, plan: Plan) => string;
  readonly read: (text: string, plan: Plan) => unknown;
}

const word = <T extends string>(name: string): Parameter<T> => ({ name, write: encodeText, read: decodeText });
const list = (name: string): Parameter<string[]> => ({ name, write: writeList, read: readList });

/** Every field of the results view. A new field compiles only with an entry here and a default in `defaultsV1`. */
const resultParameters: { readonly [K in keyof ResultsView]: Parameter<ResultsView[K]> } = {
  dataset: { name: 'dataset', write: String, read: readNumber },
  operation: word('show'),
  xField: word('x'),
  yField: word('y'),
  colorField: word('colour'),
  facetField: word('panels'),
  joinLevels: { name: 'join-levels', write: writeValue, read: readValue },
  throughputScale: word('speed'),
  ratioScale: word('ratio'),
  timeScale: word('time'),
  hiddenFormats: list('hide-formats'),
  hiddenCodecs: list('hide-codecs'),
  hiddenLevels: list('hide-levels'),
  baseline: { name: 'baseline', write: writeBaseline, read: readBaseline },
  showPublished: { name: 'published', write: writeValue, read: readValue },
  sort: { name: 'sort', write: writeSort, read: readSort },
};

interface ResultField {
  readonly field: keyof ResultsView;
  readonly name: string;
  readonly write: (results: ResultsView, plan: Plan) => string;
  readonly read: (text: string, plan: Plan) => unknown;
}

function resultField<K extends keyof ResultsView>(field: K): ResultField {
  const { name, write, read } = resultParameters[field];
  return { field, name, write: (results, plan) => write(results[field], plan), read };
}

const resultFields = (Object.keys(resultParameters) as (keyof ResultsView)[]).map((field) => resultField(field));

const repeatable = new Set(['data', 'with']);
const once = [
  'page',
  'source',
  'do',
  'effort',
  'budget',
  'seed',
  'by-column',
  'column',
  'rows',
  'for',
  'tab',
  'drawer',
  ...resultFields.map(({ name }) => name),
];
const known = new Set([...repeatable, ...once]);

const optional = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });

/**
 * Parses the view from parameters. `given` is the plan of the link's results, which applies if the parameters contain
 * none. `check` validates a plan from outside.
 *
 * @throws {FormatlabError} with the tag `malformedInput`
 */
export function readView(
  text: string,
  check: (plan: unknown) => Plan,
  given: Plan | null,
  schema: v.GenericSchema<unknown, View>,
): View {
  const parameters = new Map<string, string[]>();
  for (const part of text === '' ? [] : text.split('&')) {
    const [name, value] = splitOnce(part, '=');
    if (!known.has(name))
      throw damagedLink(
        `The link is damaged or newer than this Formatlab: it contains an unknown part “${name.slice(0, 40)}”.`,
      );
    const values = parameters.get(name) ?? [];
    if (values.length > 0 && !repeatable.has(name))
      throw damagedLink(`The link is damaged: it contains “${name}” twice.`);
    parameters.set(name, [...values, value]);
  }
  const one = <T>(name: string, read: (text: string) => T, standard: T): T => {
    const value = parameters.get(name)?.[0];
    return value === undefined ? standard : read(value);
  };
  const base = given ?? defaultsV1.plan;
  const plan = check({
    datasets: parameters.get('data')?.map(readDataset) ?? base.datasets,
    candidates: parameters.get('with')?.map(readCandidate) ?? base.candidates,
    operations: one('do', readList, [...base.operations]),
    effort: one('effort', String, base.effort),
    seed: one('seed', readNumber, base.seed),
    ...optional('budget', one<unknown>('budget', readValue, base.budget)),
    ...optional('searchesColumns', one<unknown>('by-column', readSearch, base.searchesColumns)),
    ...optional('projectColumn', one<unknown>('column', readValue, base.projectColumn)),
    ...optional('lookupKeys', one<unknown>('rows', readLookups, base.lookupKeys)),
  });
  const results = resultFields.map(
    ({ field, name, read }) =>
      [field, one<unknown>(name, (value) => read(value, given ?? plan), defaultsV1.results[field])] as const,
  );
  const view = {
    page: one<string>('page', decodeText, defaultsV1.page),
    source: one<string | null>('source', decodeText, defaultsV1.source),
    plan,
    situation: one<unknown>('for', readSituation, defaultsV1.situation),
    results: Object.fromEntries(results),
    tab: one<string>(
      'tab',
      decodeText,
      impliedTab((name) => parameters.has(name), given !== null),
    ),
    drawer: one<string | null>('drawer', decodeText, defaultsV1.drawer),
  };
  return parseWithSchema(schema, view, 'link');
}

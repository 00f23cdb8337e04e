import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { telling } from '../../../workers/model/testing/telling';
import { version } from '../../../package.json';
import type { DatasetSchema } from '../../../workers/model/dataset';
import { efforts, type Plan } from '../../../workers/model/plan';
import { checkPlan } from '../../../workers/registry/check-plan';
import { formats } from '../../../workers/registry/metadata';
import { daskFormats, nativeCodecs, nativeFormats, otherImplementations } from './coverage';
import { daskScriptOf, pythonScriptOf } from './native-script';
import { jsonExpression, rawLiteral } from './python-literal';

const file = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

const plan: Plan = checkPlan({
  datasets: [{ source: 'workload', workload: 'events', knobs: {}, size: 1_000, seed: 42 }],
  candidates: [...formats.values()].flatMap(({ id, implementations: [first] }) =>
    first === undefined ? [] : [{ format: id, implementation: first.id, options: {}, codec: null }],
  ),
  operations: ['encode', 'decode'],
  effort: 'quick',
  seed: 1,
});

/** What Python's literals of such lines hold, which are ASCII, between single quotes, with `\\` and `\'` as their only escapes. */
function parsedLiteral(expression: string): unknown {
  const lines = expression.split('\n').slice(1, -1);
  const texts = lines.map((line) => {
    const literal = /^ {4}'((?:[^'\\]|\\[\\'])*)'$/.exec(line)?.[1];
    if (literal === undefined || !/^[\x20-\x7e]*$/.test(literal)) throw new Error(`No literal of the kind: ${line}`);
    return literal.replace(/\\([\\'])/g, '$1');
  });
  return JSON.parse(texts.join(''));
}

const exportOf = (script: string) => {
  const begin = script.indexOf('EXPORT = ') + 'EXPORT = '.length;
  return parsedLiteral(script.slice(begin, script.indexOf('\n)', begin) + 2)) as Record<string, unknown>;
};

test.each([
  '',
  "'",
  "'''",
  '\\',
  "\\'",
  '"""',
  '\n\r\u2028\u0000',
  '"); import os #',
  'é日本😀',
  '\ud800',
  '{}',
  '$' + '{x}',
  '%s',
])('nothing in a text gets out of its literal: %j', (text) => {
  expect(parsedLiteral(jsonExpression({ text, [text]: [text] }))).toEqual({ text, [text]: [text] });
});

test.each([
  ['of Python', pythonScriptOf(plan, ['a'.repeat(64)])],
  ['of Dask', daskScriptOf(plan)],
])('the script %s carries the plan, and every module as it stands in the repository', (_which, script) => {
  expect(exportOf(script)).toMatchObject({ plan, efforts: { quick: efforts.quick } });
  const own = readdirSync(new URL('./python', import.meta.url)).filter(
    (name) => name.endsWith('.py') && name !== 'native_bootstrap.py',
  );
  expect(own.length).toBeGreaterThan(9);
  for (const name of own)
    expect(script).toContain(`MODULES["${name.slice(0, -3)}"] = r'''${file(`./python/${name}`)}'''`);
  const formatsFolder = '../../../workers/formats/';
  const withAdapter = readdirSync(new URL(formatsFolder, import.meta.url)).filter((name) =>
    existsSync(new URL(`${formatsFolder}${name}/native.py`, import.meta.url)),
  );
  expect(withAdapter.length).toBeGreaterThan(9);
  for (const name of withAdapter)
    expect(script).toContain(
      `MODULES["native_${name.replaceAll('-', '_')}"] = r'''${file(`${formatsFolder}${name}/native.py`)}'''`,
    );
  for (const name of [
    'formatlab_data',
    'formatlab_scalars',
    'formatlab_dictionary',
    'formatlab_molecules',
    'formatlab_streams',
    'formatlab_table',
    'formatlab_vectors',
    'rdkit_molecules',
    'destination_format',
    'arrow_types',
    'typed_objects',
  ]) {
    expect(script).toContain(`MODULES["${name}"] = r'''${file(`../../../e2e/interop/${name}.py`)}'''`);
  }
  for (const [folder, name] of [
    ['dictionary', 'language.json'],
    ['dictionary', 'tuning.json'],
    ['table', 'vocabulary.json'],
  ])
    expect(script).toContain(`FILES["${name}"] = r'''${file(`../../../workers/workloads/${folder}/${name}`)}'''`);
  expect(script).toContain(file('./python/native_bootstrap.py'));
});

/** The script with what it carries shortened to `…`. */
const frameOf = (script: string) =>
  script
    .replace(/EXPORT = json\.loads\(\n.*?\n\)\n/s, 'EXPORT = …\n')
    .replace(file('./python/native_bootstrap.py'), 'BOOTSTRAP\n')
    .replace(/ = r'''.*?'''/gs, ' = …');

test.each([
  ['Python', pythonScriptOf(plan, null), 'A plan of Formatlab, measured with the native libraries.', 'native_run'],
  [
    'Dask',
    daskScriptOf(plan),
    "A plan of Formatlab for data beyond one machine's memory, measured with Dask.",
    'native_dask',
  ],
])('the script of %s says what it is, carries each file once, and starts', (_which, script, title, entry) => {
  const lines = frameOf(script).split('\n');
  expect(lines.slice(0, 2)).toEqual(['#!/usr/bin/env python3', `"""${title}`]);
  const docEnd = lines.indexOf('"""');
  expect(lines.slice(docEnd - 2, lines.indexOf('FILES = {}') + 1)).toEqual([
    '',
    expect.stringMatching(/^[A-Z].*\.$/),
    '"""',
    '',
    'import json',
    'import sys',
    '',
    'if sys.version_info < (3, 10):',
    expect.stringMatching(/^ {4}sys\.exit\("[^"]*\b3\.10\b[^"]*"\)$/),
    '',
    'EXPORT = …',
    '',
    '# ── Formatlab’s modules, embedded unchanged ─────────────────────────────────────────────────────────────────────────',
    '',
    'MODULES = {}',
    'FILES = {}',
  ]);
  const carried = lines.slice(lines.indexOf('FILES = {}') + 1);
  const modules = carried.filter((line) => line.startsWith('MODULES['));
  expect(modules.every((line) => /^MODULES\["[a-z_\d]+"\] = …$/.test(line))).toBe(true);
  expect(modules).not.toContain('MODULES["native_bootstrap"] = …');
  expect(new Set(modules).size).toBe(modules.length);
  expect(carried.filter((line) => line.startsWith('FILES[')).sort()).toEqual([
    'FILES["language.json"] = …',
    'FILES["templates.json"] = …',
    'FILES["tuning.json"] = …',
    'FILES["vocabulary.json"] = …',
  ]);
  expect(lines.slice(lines.indexOf('BOOTSTRAP'))).toEqual([
    'BOOTSTRAP',
    '',
    'if __name__ == "__main__":',
    `    from ${entry} import main`,
    '',
    '    main(EXPORT)',
    '',
  ]);
});

test('the scripts tell how they are called', () => {
  /** The arguments of Python in the introduction, which an empty line ends. */
  const argumentsIn = (script: string) => /^ {4}python (.+)\n\n[A-Z]/m.exec(script)?.[1]?.match(/"[^"]*"|\S+/g);
  expect(argumentsIn(pythonScriptOf(plan, null))).toEqual([
    'formatlab-native.py',
    '--label',
    '"my machine"',
    '--out',
    'result.json',
  ]);
  expect(argumentsIn(daskScriptOf(plan))).toEqual([
    'formatlab-dask.py',
    '--rows',
    '100000000',
    '--label',
    '"my machine"',
    '--out',
    'result.json',
  ]);
});

test('a script carries the plan, its effort, and what is left out with the reasons', () => {
  const common = { plan, formatlabVersion: version, efforts: { quick: efforts.quick } };
  const losses = expect.any(Array) as unknown[];
  const modules = expect.objectContaining({ parquet: 'native_parquet', rntuple: 'native_root' }) as object;
  expect(exportOf(pythonScriptOf(plan, ['a'.repeat(64)]))).toEqual({
    ...common,
    losses,
    sha256s: ['a'.repeat(64)],
    coverage: { formats: nativeFormats, codecs: nativeCodecs, implementations: otherImplementations, modules },
  });
  expect(exportOf(daskScriptOf(plan))).toEqual({
    ...common,
    coverage: { formats: daskFormats, codecs: nativeCodecs, implementations: otherImplementations, modules },
  });
});

test('there is a hash or null for each dataset, however many are given', () => {
  const two: Plan = { ...plan, datasets: [...plan.datasets, ...plan.datasets] };
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
  expect(exportOf(pythonScriptOf(two, [a])).sha256s).toEqual([a, null]);
  expect(exportOf(pythonScriptOf(two, [null, b, a])).sha256s).toEqual([null, b]);
  expect(exportOf(pythonScriptOf(two, null)).sha256s).toEqual([null, null]);
});

test('an unknown format loses nothing that is known', () => {
  const [candidate] = plan.candidates;
  if (candidate === undefined) throw new Error('There is a candidate.');
  const strange = { ...plan, candidates: [{ ...candidate, format: 'papyrus' }] };
  expect(exportOf(pythonScriptOf(strange, null)).losses).toEqual([[[], []]]);
});

test('hashes that are not known are null, one for each dataset', () => {
  expect(pythonScriptOf(plan, null)).toContain("\"sha256s\": ['\n    '  null'\n    ' ]");
});

test('what RDKit loses of molecules is told in the page’s words, by candidate, without coordinates and with', () => {
  const candidates = [
    { format: 'smiles', implementation: 'formatlab', options: {}, codec: null },
    { format: 'smiles', implementation: 'rdkit', options: { sanitize: false }, codec: null },
    { format: 'sdf', implementation: 'formatlab', options: {}, codec: null },
    { format: 'parquet', implementation: 'parquet-wasm', options: {}, codec: null },
  ];
  const script = pythonScriptOf(checkPlan({ ...plan, candidates }), null);
  const { losses } = exportOf(script) as { losses: string[][][] };
  const [smiles = [], unsanitized = [], sdf = [], parquet = []] = losses;
  expect(smiles.map((of) => of.includes('The coordinates.'))).toEqual([false, true]);
  // Sanitizing is what they differ by.
  expect(smiles[0]?.length).toBe((unsanitized[0]?.length ?? 0) + 1);
  expect(sdf[1]).toEqual(
    expect.arrayContaining([expect.stringMatching(telling('SDF', 'quadruple')), ...(smiles[0] ?? [])]),
  );
  expect(parquet).toEqual([[], []]);
});

test.each(["a'''b", "ends in '", 'ends in \\'])('a file that would end its literal is refused: %j', (text) => {
  expect(() => rawLiteral(text)).toThrow('three single quotes');
});

test('a literal holds the text as it is, and quotes within', () =>
  expect(rawLiteral("it's a \\ and ''two''.\n")).toBe("r'''it's a \\ and ''two''.\n'''"));

test('JSON becomes one literal for each of its lines, in ASCII', () =>
  expect(jsonExpression({ é: "it's\\" })).toBe(
    ['json.loads(', "    '{'", '    \' "\\\\u00e9": "it\\\'s\\\\\\\\"\'', "    '}'", ')'].join('\n'),
  ));

test('the script names the losses of its own writers of tables in the words of the page', () => {
  const schema: DatasetSchema = {
    kind: 'table',
    columns: [
      { name: 'x', type: 'float64', nullable: false },
      { name: 't', type: 'timestamp', nullable: false, unit: 's', timeZone: 'UTC' },
      {
        name: 'c',
        type: 'category',
        nullable: false,
        ordered: false,
        categories: 1,
        item: { name: 'item', type: 'utf8', nullable: false },
      },
    ],
  };
  // Python’s writer refuses NaN in JSON; msgpack keeps the bits of NaN.
  const ofBrowser = ['NaN and infinities, for which JSON has no numbers: they become null.'];
  for (const id of ['csv', 'json', 'messagepack', 'pickle', 'parquet']) {
    const script = file('python/native_losses.py') + file(`../../../workers/formats/${id}/native.py`);
    const losses = formats.get(id)?.implementations[0]?.loss(schema, {}) ?? [];
    expect(losses.length).toBeGreaterThan(0);
    for (const loss of losses) if (!ofBrowser.includes(loss)) expect(script.replaceAll('"\n    "', '')).toContain(loss);
  }
});

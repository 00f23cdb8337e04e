import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { efforts, type Plan } from '../../../workers/model/plan';
import { checkPlan } from '../../../workers/registry/check-plan';
import { formats } from '../../../workers/registry/metadata';
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
  const begin = script.indexOf('EXPORT = ') + 'EXPORT = '.length;
  const exported = parsedLiteral(script.slice(begin, script.indexOf('\n)', begin) + 2)) as Record<string, unknown>;
  expect(exported).toMatchObject({ plan, efforts: { quick: efforts.quick } });
  const own = readdirSync(new URL('./python', import.meta.url)).filter(
    (name) => name.endsWith('.py') && name !== 'native_bootstrap.py',
  );
  expect(own.length).toBeGreaterThan(9);
  for (const name of own)
    expect(script).toContain(`MODULES["${name.slice(0, -3)}"] = r'''${file(`./python/${name}`)}'''`);
  for (const name of [
    'formatlab_data',
    'formatlab_scalars',
    'formatlab_dictionary',
    'formatlab_molecules',
    'rdkit_molecules',
    'destination_format',
  ]) {
    expect(script).toContain(`MODULES["${name}"] = r'''${file(`../../../e2e/interop/${name}.py`)}'''`);
  }
  for (const name of ['language.json', 'tuning.json'])
    expect(script).toContain(`FILES["${name}"] = r'''${file(`../../../workers/workloads/dictionary/${name}`)}'''`);
  expect(script).toContain(file('./python/native_bootstrap.py'));
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
  const begin = script.indexOf('EXPORT = ') + 'EXPORT = '.length;
  const { losses } = parsedLiteral(script.slice(begin, script.indexOf('\n)', begin) + 2)) as { losses: string[][][] };
  const [smiles = [], unsanitized = [], sdf = [], parquet = []] = losses;
  expect(smiles.map((of) => of.includes('The coordinates.'))).toEqual([false, true]);
  // Sanitizing is what they differ by.
  expect(smiles[0]?.length).toBe((unsanitized[0]?.length ?? 0) + 1);
  expect(sdf[1]).toEqual(
    expect.arrayContaining(['The order of quadruple bonds, for which there is no number.', ...(smiles[0] ?? [])]),
  );
  expect(parquet).toEqual([[], []]);
});

test.each(["a'''b", "ends in '", 'ends in \\'])('a file that would end its literal is refused: %j', (text) => {
  expect(() => rawLiteral(text)).toThrow('three single quotes');
});

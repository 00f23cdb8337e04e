import { isParquetRecipe, type Recipe } from '../../workers/model/recipe';
import { jsonExpression } from '../share/native/python-literal';

/** The name of the script that applies a recipe to files. */
export const applyScriptName = 'formatlab_apply.py';

/** Whether the script writes what a recipe says: Parquet, and Arrow and CSV with the codecs that `apply_other.py` names. */
export function isForScript(writes: Recipe['writes']): boolean {
  if (isParquetRecipe(writes)) return true;
  const { format, codec } = writes;
  if (format !== 'arrow' && format !== 'csv') return false;
  if (codec === null) return true;
  return (codec.granularity === 'buffer' ? ['lz4', 'zstd'] : ['gzip', 'zstd']).includes(codec.id);
}

const carried: Readonly<Record<string, string>> = import.meta.glob('./python/apply_*.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The parts of the script, each after those that it imports. */
const order = ['recipe', 'values', 'write', 'order', 'other', 'estimate', 'files', 'task', 'main'];

const introduction = `#!/usr/bin/env python3
"""A recipe of Formatlab, applied to Parquet files of any number and size. It writes Parquet, Arrow or CSV, as the recipe says.

    pip install pyarrow                                  (for addresses such as s3://, also fsspec and what it names)
    python formatlab_apply.py FILES --plan               tells the sizes to expect, and which files do not fit
    python formatlab_apply.py FILES --out FOLDER         writes each file anew, verified value by value

FILES are files, folders, globs or addresses. A run that was ended goes on by the same command. --help tells the rest.
"""
`;

const imports = /^(?:from \S+ import (?:\([^)]*\)|[^\n(]*)|import [^\n]*)\n/gmu;

/**
 * One Python file of the parts, which share one namespace: their imports stand once at the top. The recipe is a literal at the end, or is given on the
 * command line if it is null.
 */
export function applyScript(recipe: Recipe | null): string {
  const names = new Map<string, Set<string>>();
  const bodies = order.map((part) => {
    const text = carried[`./python/apply_${part}.py`];
    if (text === undefined) throw new Error(`The script has no part “${part}”.`);
    const [, title = '', rest = ''] = /^"""(.*?)"""\n(.*)$/su.exec(text) ?? [];
    // Imports within functions are indented, and stay.
    const body = rest.replaceAll(imports, (line) => {
      const [, from = '', list = ''] = /^from (\S+) import \(?([^)]*)\)?$/u.exec(line.trim()) ?? [];
      if (from.startsWith('apply_') || from === '__future__') return '';
      if (from === '') names.set(line.trim(), new Set());
      for (const name of list.split(',').map((each) => each.trim())) {
        if (name !== '') names.set(from, (names.get(from) ?? new Set()).add(name));
      }
      return '';
    });
    return `# ${title.trim().replaceAll('\n', '\n# ')}\n\n${body.trim()}\n`;
  });
  const lines = [...names].map(([from, some]) =>
    some.size === 0 ? from : `from ${from} import ${[...some].sort().join(', ')}`,
  );
  return [
    introduction,
    'from __future__ import annotations\n',
    `${lines.sort().join('\n')}\n\n`,
    ...bodies.map((body) => `${body}\n`),
    recipe === null ? 'RECIPE = None\n' : `RECIPE = ${jsonExpression(recipe)}\n`,
    '\nif __name__ == "__main__":\n    main(RECIPE)\n',
  ].join('\n');
}

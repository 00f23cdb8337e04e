import { candidateOf, type FileLayout } from '../../workers/model/column-search';
import type { ColumnSchema } from '../../workers/model/column-schema';
import { columnTypeText } from '../../workers/model/column-type-text';
import type { DatasetSchema } from '../../workers/model/dataset';
import { type Narrowing, narrowingText, unitOfForm } from '../../workers/model/narrowing';
import { completeOptions } from '../../workers/model/options';
import type { Candidate } from '../../workers/model/plan';
import { declaredKey, type RewriteRecipe } from '../../workers/model/rewrite';
import type { FoundFile } from '../../workers/model/search-choice';
import { findFormatImplementation } from '../../workers/registry/metadata';
import { formatBytes, formatCount, formatMs } from '../figures/figures';
import { plural } from '../../workers/model/plural';
import { keysText, layoutText, settingText } from './setting-words';

type TableSchema = Extract<DatasetSchema, { kind: 'table' }>;

/** How to write a file that was found. */
export function recipeOf({ variant, trials }: FoundFile, { columns }: TableSchema): RewriteRecipe {
  return {
    order: variant.order,
    layout: variant.layout,
    columns: columns.flatMap(({ name }) => {
      const trial = trials.get(name);
      return trial === undefined ? [] : [{ name, setting: trial.setting }];
    }),
  };
}

/** The candidate that writes the recipe's table, once its rows and types are changed. */
export function candidateOfRecipe({ columns, layout }: RewriteRecipe): Candidate {
  const candidate = candidateOf(new Map(columns.map(({ name, setting }) => [name, setting])), layout);
  const found = findFormatImplementation(candidate.format, candidate.implementation);
  return {
    ...candidate,
    options: completeOptions(found?.implementation.options ?? [], candidate.options, found?.format.label ?? ''),
  };
}

/** The schema with the narrower types of a recipe. */
export function narrowedSchema({ columns }: TableSchema, recipe: RewriteRecipe): TableSchema {
  const narrowings = new Map(recipe.columns.map(({ name, setting }) => [name, setting.narrowing]));
  return {
    kind: 'table',
    columns: columns.map((column) => {
      const narrowing = narrowings.get(column.name) ?? null;
      return narrowing === null ? column : narrowedColumn(column, narrowing);
    }),
  };
}

function narrowedColumn(column: ColumnSchema, narrowing: Narrowing): ColumnSchema {
  const { name, nullable } = column;
  if (narrowing.to === 'list')
    return column.type === 'list' ? { ...column, item: narrowedColumn(column.item, narrowing.item) } : column;
  if (narrowing.to === 'struct') {
    if (column.type !== 'struct') return column;
    const fields = column.fields.map((field, index) => {
      const own = narrowing.fields[index]?.narrowing ?? null;
      return own === null ? field : narrowedColumn(field, own);
    });
    return { ...column, fields };
  }
  if (narrowing.to !== 'timestamp') return { name, nullable, type: narrowing.to };
  if ('from' in narrowing)
    return {
      name,
      nullable,
      type: 'timestamp',
      unit: unitOfForm(narrowing),
      ...(narrowing.isUtc ? { timeZone: 'UTC' } : {}),
    };
  const timeZone = column.type === 'timestamp' ? column.timeZone : undefined;
  return { name, nullable, type: 'timestamp', unit: narrowing.unit, ...(timeZone === undefined ? {} : { timeZone }) };
}

/** What the rewrite does, one sentence for each step. */
export function planSentences(chosen: FoundFile, recipe: RewriteRecipe, schema: TableSchema): string[] {
  const { columns } = schema;
  const declared = declaredKey(recipe.order, narrowedSchema(schema, recipe).columns);
  const { order, sortMs } = chosen.variant;
  const byNarrowing = recipe.columns.flatMap(({ name, setting: { narrowing } }) => {
    const column = columns.find((each) => each.name === name);
    return narrowing === null || column === undefined
      ? []
      : [
          `Store “${name}” as ${narrowingText(narrowing)} instead of ${columnTypeText(column)}: every value comes back.`,
        ];
  });
  const bySetting = new Map<string, string[]>();
  for (const { name, setting } of recipe.columns) {
    const text = settingText({ ...setting, narrowing: null });
    bySetting.set(text, [...(bySetting.get(text) ?? []), name]);
  }
  return [
    ...(order.length === 0
      ? []
      : [
          `Sort all rows by ${keysText(order)}${order.some(({ descending }) => descending) ? '' : ', ascending'}. Rows with equal keys keep their order, and nulls come last. That takes ${formatMs(sortMs ?? 0)} at each encode.`,
        ]),
    ...byNarrowing,
    ...[...bySetting].map(([text, names]) => `Write ${namesText(names)} with: ${text}.`),
    ...(declared === null
      ? []
      : [`Declare in the file that its rows are sorted by ${keysText([declared])}, so that readers can use it.`]),
    `Lay the file out with ${layoutSentence(recipe.layout)}.`,
    `The file is expected to have ${formatBytes(chosen.sizeBytes)}.`,
  ];
}

const layoutSentence = (layout: FileLayout): string => {
  const text = layoutText(layout);
  return text === 'the usual' ? 'the usual row groups, pages and dictionaries' : text;
};

const maxNames = 8;

export function namesText(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => `“${name}”`);
  const more = names.length - shown.length;
  return more === 0
    ? shown.join(', ')
    : `${shown.join(', ')} and ${plural(more, 'other column')} (${formatCount(names.length)} in all)`;
}

import {
  type ColumnSetting,
  defaultLayout,
  type FileLayout,
  partEncodings,
  partSetting,
} from '../../workers/model/column-search';
import { searchedWriter } from '../../workers/model/searched-writer';
import type { SortKey } from '../../workers/model/sort-rows';
import { formatCount } from '../figures/figures';
import { narrowingText } from '../../workers/model/narrowing';
import { findFormatImplementation } from '../../workers/registry/metadata';
import { codecColor, levelFraction } from '../styles/codec-colors';

const parquet = findFormatImplementation(searchedWriter.format, searchedWriter.implementation)?.implementation;

/** “Dictionary, zstd 1, as int32” */
export const settingText = ({ encoding, codec, narrowing }: ColumnSetting): string =>
  `${encodingText(encoding)}, ${codecText(codec)}${narrowing === null ? '' : `, as ${narrowingText(narrowing)}`}`;

/** `sorted by “a” ascending, then “b” descending` */
export const orderText = (order: readonly SortKey[]): string =>
  order.length === 0 ? 'in the order of the data' : `sorted by ${keysText(order)}`;

/** `“a” ascending, then “b” descending`: ascending is only said where another key descends. */
export function keysText(order: readonly SortKey[]): string {
  const isMixed = order.some(({ descending }) => descending);
  return order
    .map(({ column, descending }) => `“${column}”${descending ? ' descending' : isMixed ? ' ascending' : ''}`)
    .join(', then ');
}

export function encodingText(encoding: string): string {
  const parts = partEncodings(encoding);
  if (parts !== null)
    return parts
      .map(([path, own]) => {
        const part = partSetting(own);
        return `${path}: ${encodingText(part.encoding)}${part.codec === null ? '' : ` with ${part.codec}`}`;
      })
      .join(', ');
  const option = parquet?.options.find(({ id }) => id === 'encoding');
  const label = option?.type === 'choice' ? option.choices.find(({ value }) => value === encoding)?.label : undefined;
  return label ?? encoding;
}

export function codecText(codec: ColumnSetting['codec']): string {
  if (codec === null) return 'no codec';
  const label = metaOf(codec)?.label ?? codec.id;
  return codec.level === null ? label : `${label} ${codec.level}`;
}

const metaOf = (codec: ColumnSetting['codec']) => parquet?.innerCodecs.find(({ id }) => id === codec?.id);

/** What differs from the usual layout: “dictionaries of up to 16,384 KiB”. */
export function layoutText(layout: FileLayout): string {
  const { rowGroupRows, pageKiB, pageRows, dictionaryKiB } = layout;
  const parts = [
    ...(rowGroupRows === defaultLayout.rowGroupRows ? [] : [`row groups of ${formatCount(rowGroupRows)} rows`]),
    ...(pageRows === defaultLayout.pageRows && pageKiB === defaultLayout.pageKiB
      ? []
      : [`pages of ${formatCount(pageKiB)} KiB${pageRows === defaultLayout.pageRows ? '' : ', however many rows'}`]),
    ...(dictionaryKiB === defaultLayout.dictionaryKiB
      ? []
      : [`dictionaries of up to ${formatCount(dictionaryKiB)} KiB`]),
  ];
  return parts.join('; ') || 'the usual';
}

/** The colour of the codec and its level, as in all charts. */
export function settingColor({ codec }: ColumnSetting): string {
  const meta = metaOf(codec);
  return meta === undefined
    ? codecColor('none')
    : codecColor(meta.family, levelFraction(codec?.level ?? null, meta.levels));
}

import { type Column, listItemColumnName } from '../../../../model/column';
import { nullRowIndex } from '../../../../model/column-rows';
import type { Table } from '../../../../model/dataset';
import type { ElementContext } from '../../../../own-file/element-types';
import { categoryColumn } from '../../../pickle/open/extension-arrays';
import { UnreadColumn } from '../../../pickle/open/values';

/**
 * A column of categories, of which pandas writes the codes into the table, and the categories as a Series of their own.
 * @throws UnreadColumn if the categories are no single column without nulls, or a code names none of them
 */
export function columnOfCodes(
  codes: Column,
  categories: Table,
  ordered: boolean,
  name: string,
  context: ElementContext,
): Column {
  const [values] = categories.columns;
  if (values === undefined || categories.columns.length > 1)
    throw new UnreadColumn('its categories are no single column');
  if (values.validity !== null) throw new UnreadColumn('one of its categories is missing');
  if (codes.type !== 'int8' && codes.type !== 'int16' && codes.type !== 'int32')
    throw new UnreadColumn(`the codes of its categories are of the type ${codes.type}`);
  const count = categories.rowCount;
  const rows = Int32Array.from(codes.values, (code) => {
    if (code < -1 || code >= count) throw new UnreadColumn(`it has a code of ${code} for ${count} categories`);
    return code === -1 ? nullRowIndex : code;
  });
  const read = { rowCount: count, column: { ...values, name: listItemColumnName } };
  return categoryColumn(read, rows, name, ordered, context);
}

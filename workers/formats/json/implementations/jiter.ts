import {
  openInterchangeSession,
  type FileLayout,
  type ColumnRole,
} from '../../../libraries/interchange/interchange-session';
import type { DatasetSchema } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import { applyJsonLoss } from '../text/forget';
import type { JsonLayout } from '../text/layout';

/** Data without columns is one object of entries, one list, or lists in lists. */
function layoutOf(schema: DatasetSchema, layout: JsonLayout): FileLayout {
  switch (schema.kind) {
    case 'array':
      return 'array';
    case 'stringArray':
    case 'list':
      return 'values';
    case 'keyedVectors':
    case 'dict':
    case 'records':
      return layout === 'columns' ? 'entries' : layout;
    default:
      return layout;
  }
}

function rolesOf(schema: DatasetSchema): Readonly<Record<string, ColumnRole>> {
  if (schema.kind === 'records') return { value: 'record' };
  return schema.kind === 'dict' && schema.keyType === 'int64' ? { key: 'quotedInteger' } : {};
}

export const format: FormatModule = {
  open: ({ options, schema }) => {
    const layout: JsonLayout = options.layout === 'records' || options.layout === 'lines' ? options.layout : 'columns';
    return openInterchangeSession(schema, {
      format: 'json',
      label: 'jiter',
      layout: layoutOf(schema, layout),
      roles: rolesOf(schema),
    });
  },
  forget: applyJsonLoss,
};

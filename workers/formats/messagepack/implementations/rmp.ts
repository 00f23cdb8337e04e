import { type FileLayout, openInterchangeSession } from '../../../libraries/interchange/interchange-session';
import type { DatasetKind } from '../../../model/dataset';
import type { FormatModule } from '../../../model/entry';
import { applyMessagePackLoss } from '../message/forget';

function layoutOf(kind: DatasetKind): FileLayout {
  switch (kind) {
    case 'array':
      return 'messageArray';
    case 'stringArray':
    case 'list':
      return 'messageValues';
    case 'keyedVectors':
    case 'dict':
    case 'records':
      return 'messageEntries';
    default:
      return 'messageColumns';
  }
}

export const format: FormatModule = {
  open: ({ schema }) =>
    openInterchangeSession(schema, { format: 'messagepack', label: 'rmp', layout: layoutOf(schema.kind) }),
  forget: applyMessagePackLoss,
};

import { openInterchangeSession } from '../../../libraries/interchange/interchange-session';
import type { FormatModule } from '../../../model/entry';
import { applyCsvLoss } from '../text/rows';

export const format: FormatModule = {
  open: ({ schema }) => openInterchangeSession(schema, { format: 'csv', label: 'csv-core', layout: 'csv' }),
  forget: applyCsvLoss,
};

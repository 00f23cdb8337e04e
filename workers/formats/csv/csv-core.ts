import { openTextSession } from '../../libraries/text-tables/text-session';
import type { FormatModule } from '../../model/entry';
import { applyCsvLoss } from './text/rows';

export const format: FormatModule = {
  open: ({ schema }) => openTextSession(schema, { format: 'csv', label: 'csv-core', layout: 'csv' }),
  forget: applyCsvLoss,
};

import { defaultFileSample } from '../../../workers/model/plan';
import type { OwnFileReport } from '../../../workers/model/protocol/coordinator';
import { defaultsV1 } from '../../links/defaults-v1';
import type { OwnFileState } from '../../state/own-file';
import { ownFileSpec } from '../plan-checks';
import { withOwnFile } from '../plan-edit';

export const report: OwnFileReport = {
  type: 'csv',
  schema: { kind: 'table', columns: [{ name: 'a', type: 'int64', nullable: false }] },
  itemCount: 1,
  dataBytes: 8,
  sha256: 'ab'.repeat(32),
  sample: null,
  dialect: null,
  possibleTypes: [['int64', 'float64']],
  badRows: [],
  badRowCount: 0,
  preview: [['1']],
  settings: null,
  candidate: null,
  notes: [],
  fileColumns: [],
  fileRows: 0,
  found: {},
  valueFacts: [],
};
/** The state of a file that has been read, by its hash. */
export const held = (
  sha256: string,
  columnTypes: readonly ['float64'] | null = null,
): Extract<OwnFileState, { status: 'ready' }> => ({
  status: 'ready',
  effects: 'counted',
  file: new File(['a\n1\n'], 'a.csv'),
  report: { ...report, sha256 },
  columnTypes,
  malformed: 'fatal',
  reading: {},
  sample: defaultFileSample,
});
export const planOf = ({ file, report: of, columnTypes, malformed, reading, sample }: ReturnType<typeof held>) =>
  withOwnFile(defaultsV1.plan, ownFileSpec(file, of, columnTypes, malformed, reading, sample));

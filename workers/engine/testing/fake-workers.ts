import type { Connection } from '../../model/protocol/connect';
import type { DataCalls } from '../../model/protocol/data';
import type { MeasureCalls } from '../../model/protocol/measure';

/** Workers that answer the given calls in the thread of the test. Any other call is refused. */

const unasked = () => Promise.reject(new Error('Nobody asks this.'));

export const fakeDataWorker = (
  answers: Partial<Connection<DataCalls>['remote']>,
  terminate: () => void = () => undefined,
): Connection<DataCalls> => ({
  remote: {
    make: unasked,
    inspect: unasked,
    byteMap: unasked,
    remoteTable: unasked,
    remotePart: unasked,
    fitTable: unasked,
    countWord: unasked,
    molecules: unasked,
    molecule: unasked,
    ...answers,
  },
  terminate,
});

export const fakeMeasureWorker = (
  answers: Partial<Connection<MeasureCalls>['remote']>,
  terminate: () => void = () => undefined,
): Connection<MeasureCalls> => ({
  remote: {
    trial: unasked,
    encode: unasked,
    openTrialTable: unasked,
    describeTable: unasked,
    takeRows: unasked,
    sortRows: unasked,
    placeRows: unasked,
    tryColumn: unasked,
    fileBytes: unasked,
    rewriteTable: unasked,
    ...answers,
  },
  terminate,
});

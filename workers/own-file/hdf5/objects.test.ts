import { expect, it } from 'vitest';
import { messageTypes } from '../../byte-map/hdf5/object-header';
import { hdf5File } from '../testing/test-files';
import { openHdf5 } from './objects';
import { partsOf } from './parts-of-file';

const removed = 0;
/** In an object header of version 1, a message's type stands so many bytes before the message. */
const typeBytesBefore = 8;

it.each([
  ['layout', [messageTypes.layout], /type\b.*\bshape\b.*\blayout\b.*\bmissing/u],
  ['shape', [messageTypes.dataspace], /type\b.*\bshape\b.*\blayout\b.*\bmissing/u],
  [
    'layout, shape and type',
    [messageTypes.layout, messageTypes.dataspace, messageTypes.datatype],
    /no dataset, group or type/u,
  ],
] as const)('a dataset that lost its %s is listed as unreadable, not left out', async (_, lost, reason) => {
  const bytes = await hdf5File('columns.h5');
  const { objects } = openHdf5(bytes);
  const small = objects.find(({ name }) => name === 'small')?.dataset;
  if (small === undefined || typeof small === 'string') throw new Error('There is no dataset “small”.');
  for (const { type, at } of small.messages)
    if ((lost as readonly number[]).includes(type)) bytes[at - typeBytesBefore] = removed;
  const found = openHdf5(bytes).objects;
  expect(found.map(({ name }) => name)).toEqual(objects.map(({ name }) => name));
  expect(found.find(({ name }) => name === 'small')?.dataset).toMatch(reason);
  expect(partsOf(found).map(({ kind }) => kind)).toEqual(['columns', 'refused']);
});

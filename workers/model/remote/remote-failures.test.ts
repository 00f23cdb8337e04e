import { expect, it } from 'vitest';
import { toErrorRecord } from '../errors';
import { telling } from '../testing/telling';
import { checkStatus } from './remote-failures';

it.each([200, 206])('takes the status %i for that of a file', (status) =>
  expect(() => checkStatus(status, 'example.org')).not.toThrow(),
);

/** The remedies of statuses that mean the same are equal, and those of others differ. */
const remedyOf = (status: number): string => {
  try {
    checkStatus(status, 'example.org');
  } catch (error) {
    const { message, remedy } = toErrorRecord(error, { tag: 'internal', stage: 'load' });
    expect(message).toMatch(telling('example.org', `${status}`));
    return `${message.slice(message.indexOf(String(status)) + 3)} ${remedy}`;
  }
  throw new Error(`The status ${status} was taken.`);
};

it('tells apart what is missing, private, no part, too often, the host’s own problem, and no file', () => {
  const kinds = [[404, 410], [401, 403], [416], [429], [500, 503, 599], [204, 302, 400, 418]];
  const told = kinds.map((statuses) => new Set(statuses.map(remedyOf)));
  expect(told.map(({ size }) => size)).toEqual(kinds.map(() => 1));
  expect(new Set(told.flatMap((each) => [...each])).size).toBe(kinds.length);
});

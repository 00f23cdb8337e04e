import { expect, it } from 'vitest';
import { FormatlabError } from '../../../model/errors';
import { explainLineEnds, lineEndsIn, withLineFeeds } from './line-ends';
import { telling } from '../../../model/testing/telling';

const failure = new Error('Invalid Input Error: The CSV Parser state machine reached an invalid state.');

it.each([
  ['a,b\n1,2\n', ['line feeds']],
  ['a,b\r\n1,2\r\n', ['carriage returns with line feeds']],
  ['a,b\r1,2\r', ['carriage returns alone']],
  ['a,b\n1,2\r\n3,4\r', ['line feeds', 'carriage returns with line feeds', 'carriage returns alone']],
  ['a,b', []],
])('the lines of %j end with %j', async (text, ends) => expect(await lineEndsIn(new Blob([text]))).toEqual(ends));

it('a failure of DuckDB is explained by line ends only where they differ', async () => {
  const explained = await explainLineEnds(failure, new Blob(['a,b\r\n1,2\n3,4\r\n']));
  expect(explained).toBeInstanceOf(FormatlabError);
  expect(explained instanceof FormatlabError && explained.record.message).toMatch(
    telling(...(await lineEndsIn(new Blob(['a\r\nb\n'])))),
  );
  expect(await explainLineEnds(failure, new Blob(['a,b\n1,2\n']))).toBe(failure);
  const other = new Error('Out of Memory Error');
  expect(await explainLineEnds(other, new Blob(['a\r\nb\n']))).toBe(other);
});

it.each([
  ['a,b\r\n1,2\n3,4\r\n', 'a,b\n1,2\n3,4\n'],
  ['a,b\r\n"1\r\n""x\r\n",2\n', 'a,b\n"1\r\n""x\r\n",2\n'],
  // A quote within a field may open none, so the line ends after it stay.
  ['a,b\r\n5" pipe,2\r\n3,4\n', null],
  ['a,b\r\n1,2\r\n', null],
  ['a,b\n1,2\n', null],
  ['a,b\n1,2\r3,4\r\n', null],
  ['a,b\n1,2\r\n3,4\r', null],
])('line ends of %j outside of quotes become one kind', async (text, expected) => {
  const made = await withLineFeeds(new Blob([text]), '"');
  expect(made === null ? null : await made.text()).toBe(expected);
});

it('line ends that two pieces share are one', async () => {
  const [long, end] = ['x'.repeat(4 * 1_048_576 - 3), '\r\ny\n'];
  const made = await withLineFeeds(new Blob([`a\n`, long, end]), '"');
  expect((await made?.text())?.slice(-4)).toBe('x\ny\n');
});

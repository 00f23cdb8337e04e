import { expect, it } from 'vitest';
import { withSingleSpaces } from './aligned-columns';

it('runs of spaces and tabs become one space, outside quotes and not at the ends of lines', async () => {
  const text = '  a   b\t c  \r\n 1  "x  ""y  z"   3\n\n4 5 6';
  expect(await (await withSingleSpaces(new Blob([text]), 'double')).text()).toBe('a b c\r\n1 "x  ""y  z" 3\n\n4 5 6');
  expect(await (await withSingleSpaces(new Blob(['a  "b  c"']), 'none')).text()).toBe('a "b c"');
});

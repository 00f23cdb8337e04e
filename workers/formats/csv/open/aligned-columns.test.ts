import { expect, it } from 'vitest';
import { withSingleDelimiters } from './aligned-columns';

it('runs of spaces and tabs become one space, outside quotes and not at the ends of lines', async () => {
  const text = '  a   b\t c  \r\n 1  "x  ""y  z"   3\n\n4 5 6';
  expect(await (await withSingleDelimiters(new Blob([text]), 'double', 'spaces')).text()).toBe(
    'a b c\r\n1 "x  ""y  z" 3\n\n4 5 6',
  );
  expect(await (await withSingleDelimiters(new Blob(['a  "b  c"']), 'none', 'spaces')).text()).toBe('a "b c"');
});

it('runs of two or more become a tab where a single space is part of a field', async () => {
  const text = '  n      p\n New York    8 \n "Los  A"\t4\n';
  expect(await (await withSingleDelimiters(new Blob([text]), 'double', 'wideSpaces')).text()).toBe(
    'n\tp\nNew York\t8\n"Los  A"\t4\n',
  );
});

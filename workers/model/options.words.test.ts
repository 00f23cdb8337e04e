import { expect, it } from 'vitest';
import { completeOptions } from './options';
import { textParameters } from './scalar-parameters';

it('says which value of a parameter is none of those allowed', () => {
  const given = (values: Record<string, string | number>) => () => completeOptions(textParameters, values, 'Test');
  expect(given({ textLength: 0 })).toThrow('Test: textLength is 0, but must be a whole number from 1 to 64.');
  expect(given({ lengths: 'short' })).toThrow('Test: lengths is “short”, but must be one of varied, equal.');
});

import { expect, it } from 'vitest';
import { extensionEnd } from './extension';

it.each([
  ['|$;;$| ethanol', '|$;;$|'],
  ['|$_AV:one two;;$,^1:0|\tname', '|$_AV:one two;;$,^1:0|'],
  ['|(0,0,;1,0,)|', '|(0,0,;1,0,)|'],
  ['||', '||'],
  ['ethanol |$;;$|', ''],
  ['|open', ''],
  ['|a|b| title', ''],
  ['|', ''],
  ['', ''],
])('of %s the extension is “%s”', (behind, extension) => {
  const text = new TextEncoder().encode(`CCO ${behind}\nC |x|`);
  const end = 4 + new TextEncoder().encode(behind).length;
  expect(new TextDecoder().decode(text.subarray(4, extensionEnd(text, 4, end)))).toBe(extension);
});

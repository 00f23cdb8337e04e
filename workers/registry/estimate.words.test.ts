import { expect, it } from 'vitest';
import { checkMemory } from './estimate';

it('says how much data would fit', () =>
  expect(checkMemory(2_000_000_000, false, 8)).toMatchObject({
    remedy: 'At most 1.5 GiB would fit: choose less data.',
  }));

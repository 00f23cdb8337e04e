import { expect, it } from 'vitest';
import { savingsText } from './savings';

it('says by how much the files differ', () => {
  const savings = [
    { value: 'uniform', share: 0.05 },
    { value: 'normal', share: -0.01 },
  ];
  expect(savingsText({ name: 'HDF5, gzip 4', plainName: 'HDF5', savings })).toBe(
    'HDF5, gzip 4 against HDF5: 5.0 % smaller for uniform, 1.0 % larger for normal.',
  );
});

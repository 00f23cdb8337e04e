import type { FormatModule } from '../../model/entry';
import { decode } from './layout/decode';
import { encode } from './layout/encode';

export const format: FormatModule = {
  async open({ options }) {
    const destination = options.destination === 'Julia' ? 'Julia' : 'Python';
    return { encode: (dataset, allocate) => encode(dataset, destination, allocate), decode };
  },
};

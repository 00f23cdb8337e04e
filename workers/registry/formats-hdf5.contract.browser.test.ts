import { testFormats } from './testing/format-contract';
import { slowFormats } from './testing/slow-formats';

const ids: readonly string[] = slowFormats.hdf5;

testFormats((id) => ids.includes(id));

import { testFormats } from './format-contract';
import { slowFormats } from './slow-formats';

const ids: readonly string[] = slowFormats.hdf5;

testFormats((id) => ids.includes(id));

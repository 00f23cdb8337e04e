import { testFormats } from './testing/format-contract';
import { slowFormats } from './testing/slow-formats';

const ids: readonly string[] = slowFormats.hashdbm;

testFormats((id) => ids.includes(id));

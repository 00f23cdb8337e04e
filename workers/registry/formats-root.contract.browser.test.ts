import { testFormats } from './testing/format-contract';
import { slowFormats } from './testing/slow-formats';

const ids: readonly string[] = slowFormats.root;

testFormats((id) => ids.includes(id));

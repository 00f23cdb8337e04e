import { testFormats } from './format-contract';
import { slowFormats } from './slow-formats';

const ids: readonly string[] = slowFormats.arrow;

testFormats((id) => ids.includes(id));

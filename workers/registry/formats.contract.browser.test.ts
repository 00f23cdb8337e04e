import { testFormats } from './testing/format-contract';
import { slowFormats } from './testing/slow-formats';

const inFilesOfTheirOwn = new Set<string>(Object.values(slowFormats).flat());

testFormats((id) => !inFilesOfTheirOwn.has(id));

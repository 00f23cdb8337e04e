import { testFormats } from './format-contract';
import { slowFormats } from './slow-formats';

const inFilesOfTheirOwn = new Set<string>(Object.values(slowFormats).flat());

testFormats((id) => !inFilesOfTheirOwn.has(id));

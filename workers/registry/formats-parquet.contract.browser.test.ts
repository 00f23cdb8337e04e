import { testFormats } from './testing/format-contract';
import { slowFormats } from './testing/slow-formats';

const ids: readonly string[] = slowFormats.parquet;

testFormats((id) => ids.includes(id));

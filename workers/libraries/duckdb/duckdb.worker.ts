import '@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js';
import { duckdbModuleUrl, unpackedModule } from './packed-module';

/** DuckDB's own worker, which is given its module unpacked. */

const fetchAsIs = self.fetch;

self.fetch = async (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const response = await fetchAsIs(input, init);
  return url === duckdbModuleUrl ? unpackedModule(response) : response;
};

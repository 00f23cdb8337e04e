import initRdkit from '@rdkit/rdkit';
import wasmUrl from '@rdkit/rdkit/RDKit_minimal.wasm?url';
import { FormatlabError } from '../../model/errors';
import { fetchModule } from '../../wasm/fetch-module';

/** The functions of RDKit's minimal library that are called here. A molecule stays in its memory until `delete`. */
export interface RdkitMolecule {
  get_smiles(details: string): string;
  get_as_uint8array(details: string): Uint8Array<ArrayBuffer>;
  delete(): void;
}

interface RdkitLog {
  get_buffer(): string;
  clear_buffer(): void;
}

interface Rdkit {
  version(): string;
  /** Parses a text as a molecule. Null if the text cannot be parsed, or the molecule cannot be sanitized. */
  get_mol(input: string, details: string): RdkitMolecule | null;
  get_mol_from_uint8array(record: Uint8Array): RdkitMolecule | null;
  set_log_capture(name: string): RdkitLog | null;
}

export interface RdkitLibrary {
  readonly rdkit: Rdkit;
  /** RDKit's messages about its last failure, as one line without time stamps; empty if there are none. The call clears them. */
  takeReason(): string;
  memoryBytes(): number;
}

let shared: Promise<RdkitLibrary> | null = null;

/** The instance of this worker, loaded from the site's own files. @throws `internal` if they cannot be loaded */
export function loadRdkit(): Promise<RdkitLibrary> {
  shared ??= open().catch((error: unknown) => {
    shared = null;
    throw error;
  });
  return shared;
}

/** Drops the instance after a trap, because its memory may be corrupted. */
export function dropRdkitInstance(): void {
  shared = null;
}

async function open(): Promise<RdkitLibrary> {
  const compiled = await fetchModule(wasmUrl, (why) => notLoaded(`could not be fetched: ${why}`));
  let memory: WebAssembly.Memory | null = null;
  // RDKit's own promise never settles if its start fails.
  const module: unknown = await new Promise((resolve, reject) => {
    const fail = (thrown: unknown) => reject(thrown instanceof EvalError ? notAllowed(thrown) : thrown);
    initRdkit({
      instantiateWasm(
        imports: WebAssembly.Imports,
        received: (instance: WebAssembly.Instance, compiled: WebAssembly.Module) => void,
      ) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => {
            memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory) ?? null;
            received(instance, compiled);
          })
          .catch(fail);
        return {};
      },
    }).then(resolve, fail);
  });
  if (!isRdkit(module)) throw notLoaded('is not the pinned release');
  const log = module.set_log_capture('rdApp.*');
  return {
    rdkit: module,
    takeReason() {
      if (log === null) return '';
      const reason = reasonIn(log.get_buffer());
      log.clear_buffer();
      return reason;
    },
    memoryBytes: () => memory?.buffer.byteLength ?? 0,
  };
}

function isRdkit(module: unknown): module is Rdkit {
  if (typeof module !== 'object' || module === null) return false;
  return ['version', 'get_mol', 'get_mol_from_uint8array', 'set_log_capture'].every(
    (name) => typeof (module as Record<string, unknown>)[name] === 'function',
  );
}

const timeStamp = /^\[\d\d:\d\d:\d\d\] */;

/** The last line of the messages, ignoring lines that only mark a position in the text. */
function reasonIn(buffer: string): string {
  const lines = buffer.split('\n').map((line) => line.replace(timeStamp, '').trim());
  const telling = lines.filter((line) => /[a-z]{3}/i.test(line));
  return (telling.find((line) => /error|kekul|valence|unclosed/i.test(line)) ?? telling.at(-1) ?? '').slice(0, 300);
}

/** RDKit builds functions from texts while it runs. */
export const notAllowed = (cause: EvalError): FormatlabError =>
  new FormatlabError(
    {
      tag: 'unsupported',
      stage: 'load',
      message: 'RDKit is off: it makes code while it runs, which the policy of this site forbids.',
      remedy: 'Open Formatlab on a site whose policy allows it, or choose another implementation.',
    },
    { cause },
  );

function notLoaded(what: string): FormatlabError {
  return new FormatlabError({ tag: 'internal', stage: 'load', message: `RDKit's WASM module ${what}.` });
}

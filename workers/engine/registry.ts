import type {
  CodecImplementationMeta,
  CodecMeta,
  CodecModule,
  FormatImplementationMeta,
  FormatMeta,
  FormatModule,
} from '../model/entry';
import { codecs, formats } from '../registry/metadata';
import { loadCodec, loadFormat } from '../registry/modules';

/**
 * The codecs and formats that a measuring worker can use. It is injected, so that tests can measure misbehaving formats that are not in the
 * built-in registry.
 */
export interface MeasuringRegistry {
  readonly formats: ReadonlyMap<string, FormatMeta>;
  readonly codecs: ReadonlyMap<string, CodecMeta>;
  loadFormat(format: string, implementation: string): Promise<FormatModule>;
  loadCodec(codec: string, implementation: string): Promise<CodecModule>;
}

export const builtInRegistry: MeasuringRegistry = { formats, codecs, loadFormat, loadCodec };

/** A format's implementation with its metadata. */
export interface FormatEntry {
  readonly format: FormatMeta;
  readonly implementation: FormatImplementationMeta;
}

/** A codec's implementation with its metadata. */
export interface CodecEntry {
  readonly codec: CodecMeta;
  readonly implementation: CodecImplementationMeta;
}

export function findFormat(
  registry: Pick<MeasuringRegistry, 'formats'>,
  formatId: string,
  implementationId: string,
): FormatEntry | null {
  const format = registry.formats.get(formatId);
  const implementation = format?.implementations.find(({ id }) => id === implementationId);
  return format && implementation ? { format, implementation } : null;
}

export function findCodec(
  registry: Pick<MeasuringRegistry, 'codecs'>,
  codecId: string,
  implementationId: string | null,
): CodecEntry | null {
  const codec = registry.codecs.get(codecId);
  const implementation = codec?.implementations.find(({ id }) => id === implementationId);
  return codec && implementation ? { codec, implementation } : null;
}

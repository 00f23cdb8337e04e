import type { DelimitedReading } from '../../../../model/reading-options';
import { pieceAt, pieceBytes } from './pieces';
import { ScanModule } from './scan-module';

/** What one pass over the bytes of a file tells of it as a text. */
export interface TextFacts {
  readonly isUtf8: boolean;
  readonly isAscii: boolean;
  /** Some line feeds follow a carriage return, and others do not. */
  readonly mixesLineFeeds: boolean;
  readonly hasQuote: Readonly<Record<'double' | 'single', boolean>>;
  /** Whether a quote of this kind has a backslash before it somewhere. */
  readonly hasEscaped: Readonly<Record<DelimitedReading['quote'], boolean>>;
}

export async function scanTextFacts(file: Blob): Promise<TextFacts> {
  const { module } = await ScanModule.open();
  const look = module.calls.look_new();
  let next = pieceAt(file, 0);
  for (let start = 0; start < file.size; start += pieceBytes) {
    const piece = await next;
    if (start + pieceBytes < file.size) next = pieceAt(file, start + pieceBytes);
    module.withBytes(piece, (at, sizeBytes) => module.calls.look_read(look, at, sizeBytes));
  }
  const span = module.spanOf((at) => module.calls.look_facts(look, at) ?? 0);
  const [isUtf8, mixes, double, single, isAscii, hasDouble, hasSingle] = span === null ? [] : [...module.bytesOf(span)];
  module.calls.look_free(look);
  return {
    isUtf8: isUtf8 === 1,
    isAscii: isAscii === 1,
    hasQuote: { double: hasDouble === 1, single: hasSingle === 1 },
    mixesLineFeeds: mixes === 1,
    hasEscaped: { double: double === 1, single: single === 1, none: false },
  };
}

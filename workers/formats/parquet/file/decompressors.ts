import { DamagedInput } from '../../../model/damaged-input';
import type { Compressors, FileMetaData } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

/** Decompressors that reject a page with more content than the footer declares, because the page's own header may claim any size. */
export function decompressorsWithin(metadata: FileMetaData): Compressors {
  let leftBytes = 0;
  for (const group of metadata.row_groups)
    for (const { meta_data: column } of group.columns) leftBytes += Number(column?.total_uncompressed_size ?? 0);
  return Object.fromEntries(
    Object.entries(compressors).map(([codec, decompress]) => [
      codec,
      (input: Uint8Array, outputBytes: number) => {
        // Each codec encodes empty input differently, and not every decompressor accepts that.
        if (outputBytes === 0) return nothing;
        leftBytes -= outputBytes;
        if (leftBytes < 0) {
          throw new DamagedInput(`claims ${outputBytes} bytes, more than the footer declares for all pages`, {
            format: 'parquet',
            subject: 'A page',
          });
        }
        return decompress(input, outputBytes);
      },
    ]),
  );
}

const nothing = new Uint8Array(0);

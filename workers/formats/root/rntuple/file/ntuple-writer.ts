import { compressRecord } from '../../file/compressed-record';
import { compressionSettingNumber } from '../../file/compression-setting';
import type { RootFileWriter } from '../../file/file-writer';
import { anchorBytes, anchorClassName, anchorInfo, type EnvelopeLink } from './anchor';
import { BlobWriter } from './blob-writer';
import type { Checksum } from './checksum';
import { type ColumnTypeName, columnTypes } from './column-types';
import { type Envelope, makeEnvelope } from './envelope';
import { writeFooter } from './footer';
import { type PageElements, PagePacker } from './page-encoding';
import { type ClusterPageList, type ClusterColumn, type PageLocation, writePageList } from './page-list';
import { type FieldDescription, type Schema, writeSchema } from './schema';

/** ROOT's default page size: RNTupleWriteOptions::fMaxUnzippedPageSize. */
export const defaultPageBytes = 1_048_576;
const writerName = 'Formatlab';

export interface NTupleField extends Pick<FieldDescription, 'name' | 'typeName' | 'role'> {
  /** The index of the parent field, which comes earlier; null for a top-level field. */
  readonly parent: number | null;
  readonly columns: readonly ColumnTypeName[];
  /** The length of an array of fixed length; absent for other fields. */
  readonly repetition?: number;
}

interface NTupleOptions {
  readonly name: string;
  readonly fields: readonly NTupleField[];
  /** The maximum size of a page before compression. */
  readonly pageBytes?: number;
  readonly checksum: Checksum;
}

function schemaOf(fields: readonly NTupleField[]): Schema {
  const columns = fields.flatMap((field, index) =>
    field.columns.map((name) => ({ field: index, type: columnTypes[name] })),
  );
  return {
    fields: fields.map(({ name, typeName, role, parent, repetition }, index) => ({
      name,
      typeName,
      role,
      parent: parent ?? index,
      repetition: repetition ?? null,
      isProjected: false,
    })),
    columns: columns.map(({ field, type }, id) => ({
      id,
      field,
      typeId: type.id,
      bits: type.bits,
      type,
      representation: 0,
      firstElement: 0,
    })),
  };
}

/**
 * Writes an RNTuple into a TFile, cluster by cluster: pages as they come; page list, footer and anchor at the end. Only the positions of written pages stay in memory. The file's compressor
 * compresses each page separately. A checksum follows each page.
 */
export class NTupleWriter {
  readonly #file: RootFileWriter;
  readonly #blobs: BlobWriter;
  readonly #options: NTupleOptions;
  readonly #schema: Schema;
  readonly #header: { readonly link: EnvelopeLink; readonly checksum: bigint };
  readonly #clusters: ClusterPageList[] = [];
  readonly #elementCounts: number[];
  readonly #packer = new PagePacker();
  #compressed = new Uint8Array(0);
  #entryCount = 0;

  constructor(file: RootFileWriter, options: NTupleOptions) {
    this.#file = file;
    this.#blobs = new BlobWriter(file);
    this.#options = options;
    this.#schema = schemaOf(options.fields);
    this.#elementCounts = this.#schema.columns.map(() => 0);
    file.describe([anchorInfo]);
    const header = makeEnvelope('header', options.checksum, (writer) => {
      writer.u64(0);
      for (const text of [options.name, '', writerName]) writer.text(text);
      writeSchema(writer, this.#schema);
    });
    this.#header = { link: this.#writeEnvelope(header), checksum: header.checksum };
  }

  /** Writes a cluster of this many entries, with the elements of each column. Ends of collections count from the cluster's beginning. */
  writeCluster(entryCount: number, elements: readonly PageElements[]): void {
    const columns = this.#schema.columns.map((_, column): ClusterColumn => {
      const found = elements[column];
      if (found === undefined) throw new Error(`The column ${column} has no elements.`);
      const elementOffset = this.#elementCounts[column] ?? 0;
      this.#elementCounts[column] = elementOffset + found.length;
      return { pages: this.#writePages(column, found), elementOffset };
    });
    this.#blobs.end();
    this.#clusters.push({ firstEntry: this.#entryCount, entryCount, columns });
    this.#entryCount += entryCount;
  }

  #writePages(column: number, elements: PageElements): PageLocation[] {
    const type = this.#schema.columns[column]?.type;
    if (type === undefined || type === null) throw new Error(`The column ${column} has no type.`);
    // The number of elements is a multiple of eight, so that a page of bits is a whole number of bytes.
    const perPage = Math.max(8, Math.floor(((this.#options.pageBytes ?? defaultPageBytes) * 8) / type.bits) & ~7);
    const pages: PageLocation[] = [];
    for (let from = 0; from < elements.length; from += perPage) {
      const part = elements.length <= perPage ? elements : elements.subarray(from, from + perPage);
      const { stored, plainBytes } = this.#compress(this.#packer.pack(type, part));
      const sum = new Uint8Array(8);
      new DataView(sum.buffer).setBigUint64(0, this.#options.checksum(stored), true);
      const offset = this.#blobs.append(plainBytes + sum.length, stored, sum);
      pages.push({ elements: part.length, locator: { offset, sizeBytes: stored.length }, hasChecksum: true });
    }
    return pages;
  }

  #compress(plain: Uint8Array): { readonly stored: Uint8Array; readonly plainBytes: number } {
    const { compressor } = this.#file;
    if (compressor === null) return { stored: plain, plainBytes: plain.length };
    if (this.#compressed.length < plain.length) this.#compressed = new Uint8Array(plain.length);
    const sizeBytes = compressRecord(plain, compressor, this.#compressed);
    return { stored: sizeBytes === 0 ? plain : this.#compressed.subarray(0, sizeBytes), plainBytes: plain.length };
  }

  #writeEnvelope({ bytes }: Envelope): EnvelopeLink {
    const { stored } = this.#compress(bytes);
    const offset = this.#blobs.append(bytes.length, stored);
    this.#blobs.end();
    return { locator: { offset, sizeBytes: stored.length }, sizeBytes: bytes.length };
  }

  /** Writes page list, footer and anchor. Nothing can be written afterwards. */
  close(): void {
    const { checksum, name } = this.#options;
    const setting = compressionSettingNumber(this.#file.compressor?.compression ?? null);
    const list = makeEnvelope('pageList', checksum, (writer) =>
      writePageList(writer, this.#header.checksum, this.#clusters, setting),
    );
    const group = {
      firstEntry: 0,
      entryCount: this.#entryCount,
      clusterCount: this.#clusters.length,
      pageList: this.#writeEnvelope(list),
    };
    const footer = this.#writeEnvelope(
      makeEnvelope('footer', checksum, (writer) => writeFooter(writer, this.#header.checksum, [group])),
    );
    this.#file.writeObject({ className: anchorClassName, name, title: '' }, () =>
      anchorBytes(this.#header.link, footer, checksum),
    );
  }
}

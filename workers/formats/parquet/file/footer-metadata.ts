import { type FileMetaData, parquetMetadata } from 'hyparquet';

/**
 * What the footer at the end of `bytes` says. Some writers, as that of Arrow for Go, state that the schema's root is repeated. It means nothing, but hyparquet
 * would count it as a list around every column.
 * @throws what hyparquet throws on a damaged footer.
 */
export function footerMetadata(bytes: Uint8Array<ArrayBuffer>): FileMetaData {
  const metadata = parquetMetadata(bytes, { geoparquet: false });
  const [root, ...columns] = metadata.schema;
  if (root?.repetition_type === undefined) return metadata;
  const { repetition_type: _, ...rootAlone } = root;
  return { ...metadata, schema: [rootAlone, ...columns] };
}

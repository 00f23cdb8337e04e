import type { CodecMeta, FormatMeta, LibraryMeta } from '../../../workers/model/entry';

export interface ShippedLibrary {
  readonly name: string;
  readonly version: string;
  readonly contains: string;
  readonly license: string;
  readonly usedFor: readonly string[];
}

const names: Readonly<Record<string, string>> = { browser: 'The browser’s own', formatlab: 'Formatlab’s own' };

/** Every library that the registry names, once, with what it is used for. */
export function shippedLibraries(formats: readonly FormatMeta[], codecs: readonly CodecMeta[]): ShippedLibrary[] {
  const uses: readonly { readonly library: LibraryMeta; readonly label: string }[] = [...formats, ...codecs].flatMap(({ label, implementations }) =>
    implementations.map(({ library }) => ({ library, label })),
  );
  const byKey = new Map<string, { readonly library: LibraryMeta; readonly labels: Set<string> }>();
  for (const { library, label } of uses) {
    const key = [library.package, library.version, library.contains ?? '', library.license].join('\n');
    const entry = byKey.get(key) ?? { library, labels: new Set() };
    entry.labels.add(label);
    byKey.set(key, entry);
  }
  return [...byKey.values()]
    .map(({ library, labels }) => ({
      name: names[library.package] ?? library.package,
      version: library.version,
      contains: library.contains ?? '',
      license: library.license,
      usedFor: [...labels],
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

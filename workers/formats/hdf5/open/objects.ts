import type { ReadableBytes } from '../../../byte-map/file-bytes';
import { readDataspace } from '../file/dataspace';
import { type PathLink, readLinks } from '../file/groups';
import { Hdf5File } from '../file/hdf5-file';
import { findMessage, type Message, messageTypes, readObjectHeader } from '../file/object-header';
import { readSuperblock } from '../file/superblock';
import { readSuperblockExtension } from '../file/superblock-extension';
import { FormatlabError } from '../../../model/errors';
import type { NpyDtype } from '../../../own-file/element-types';
import type { RowRange } from '../../../model/strata';
import { unreadableFileError } from '../../../own-file/refusal';
import { attributeNames } from './attributes';
import { readDatatype, type TypeSource } from './datatypes';

export const remedy = 'Write it again with h5py, or choose another file.';

/** A dataset as its object header describes it. */
export interface Hdf5Dataset {
  readonly messages: readonly Message[];
  readonly dtype: NpyDtype;
  /** Null if it has no extent. */
  readonly shape: readonly number[] | null;
  readonly attributes: readonly string[];
  /** The rows that are read, of which the shape then is. Absent if all are. */
  readonly rows?: ReadRows;
}

/** Rows of a dataset, along its first axis, in their order. */
export interface ReadRows {
  readonly ranges: readonly RowRange[];
  /** The rows of the whole dataset. */
  readonly rowCount: number;
}

/** A dataset of a file, or why what has this name cannot be read. */
export interface NamedObject {
  /** The path of its group: empty for the root. */
  readonly group: string;
  readonly name: string;
  readonly dataset: Hdf5Dataset | string;
}

export interface OpenHdf5 {
  readonly hdf5: Hdf5File;
  readonly source: TypeSource;
  readonly objects: readonly NamedObject[];
  /** The groups, with what their headers say of them. The path of the root is empty. */
  readonly groups: readonly { readonly path: string; readonly messages: readonly Message[] }[];
  /** Links that name a path, with the path of the link itself. */
  readonly pathLinks: readonly FoundLink[];
}

export interface FoundLink extends PathLink {
  readonly at: string;
  /** Whether the path leads to an object of this file. */
  readonly isFound: boolean;
}

const maxObjects = 100_000;
/** The characters of all paths together. A small file may nest groups, or name paths, so that they take hours to compare. */
const maxPathsLength = 100_000_000;
const wideBytes = 8;
const committedType = 2;

/**
 * Finds the datasets of a file, group by group. Links that name a path are listed: what they lead to in this file is
 * found at its own place, and other files are not read.
 * @throws FormatlabError if the file's own structure is damaged or is of a kind that is not read
 */
export function openHdf5(content: ReadableBytes): OpenHdf5 {
  const first = readSuperblock(content);
  if (first.addressBytes !== wideBytes || first.lengthBytes !== wideBytes)
    throw unreadableFileError(
      `Its addresses have ${first.addressBytes} bytes and its lengths ${first.lengthBytes}; Formatlab reads those of 8.`,
      remedy,
      { tag: 'unsupported', format: 'hdf5' },
    );
  // All addresses count from the superblock, so what is before it (a user block) is left out.
  const file = content.from(first.at);
  const superblock = { ...readSuperblock(file), base: 0 };
  const hdf5 = new Hdf5File(file, superblock, { readsValues: true });
  const fail = (what: string): never => {
    throw unreadableFileError(`The HDF5 file ${what}.`, remedy, { format: 'hdf5' });
  };
  if (first.at !== 0 && first.base !== first.at && first.base !== 0) fail('counts its addresses from an unknown place');
  readSuperblockExtension(hdf5);
  const source: TypeSource = { file, fail };
  return { hdf5, source, ...findObjects(hdf5, source) };
}

/** A note on a file that is shorter than it was when it was written, as its superblock tells. Empty for other files. */
export function truncationNotes(content: ReadableBytes): string[] {
  const { at, base, endOfFile } = readSuperblock(content);
  const writtenBytes = endOfFile - base + at;
  return content.sizeBytes >= writtenBytes
    ? []
    : [
        `The file is truncated: it has ${content.sizeBytes.toLocaleString('en')} of the ${writtenBytes.toLocaleString('en')} bytes that it had when it was written.`,
      ];
}

function findObjects(hdf5: Hdf5File, source: TypeSource): Pick<OpenHdf5, 'objects' | 'groups' | 'pathLinks'> {
  const objects: NamedObject[] = [];
  const groups: { readonly path: string; readonly messages: readonly Message[] }[] = [];
  const links: { readonly group: string; readonly link: PathLink }[] = [];
  const paths = new Set<string>();
  let pathLength = 0;
  /** Where each object was found first, and the other hard links to it. */
  const firstPaths = new Map<number, string>();
  const aliases = new Map<string, string>();
  const root = hdf5.place(hdf5.superblock.rootHeader);
  const waiting = [{ group: '', name: '', header: root }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { group, name, header } = next;
    const path = name === '' ? group : `${group}/${name}`;
    if (!hdf5.isNew(header)) {
      const firstPath = firstPaths.get(header);
      if (firstPath !== undefined && path !== firstPath) aliases.set(path, firstPath);
      continue;
    }
    firstPaths.set(header, path);
    if (objects.length + waiting.length > maxObjects) source.fail(`has more than ${maxObjects} objects`);
    try {
      const messages = readObjectHeader(hdf5, header);
      const dataset = datasetOf(hdf5, source, messages);
      if (dataset !== null) {
        objects.push({ group, name, dataset });
        continue;
      }
      if (!messages.some(({ type }) => knownTypes.has(type)))
        throw unreadableFileError(noObject, remedy, { format: 'hdf5' });
      groups.push({ path, messages });
      const onPath = (link: PathLink) => {
        if (links.length === maxObjects) source.fail(`has more than ${maxObjects} links`);
        pathLength += path.length + link.path.length;
        links.push({ group: path, link });
      };
      for (const link of readLinks(hdf5, messages, onPath).reverse()) {
        pathLength += path.length + link.name.length;
        if (pathLength > maxPathsLength) source.fail('nests its groups deeper than any sensible file');
        paths.add(`${path}/${link.name}`);
        waiting.push({ group: path, name: link.name, header: link.header });
      }
    } catch (thrown) {
      // Another object may be sound.
      if (
        header === root ||
        pathLength > maxPathsLength ||
        !(thrown instanceof FormatlabError || thrown instanceof RangeError)
      )
        throw thrown;
      const why = thrown instanceof FormatlabError ? thrown.record.message : 'it is damaged';
      objects.push({ group, name, dataset: why });
    }
  }
  return { objects, groups, pathLinks: foundLinks(links, paths, aliases, source) };
}

/** The links, each with whether its path exists. A link may lead to another link, or through one to a part of a group. */
function foundLinks(
  links: readonly { readonly group: string; readonly link: PathLink }[],
  paths: ReadonlySet<string>,
  aliases: ReadonlyMap<string, string>,
  source: TypeSource,
): FoundLink[] {
  let comparedLength = 0;
  const targets = new Map<string, string>([
    ...aliases,
    ...links.flatMap(({ group, link }) =>
      link.file === null ? [[`${group}/${link.name}`, absolutePath(group, link.path)] as const] : [],
    ),
  ]);
  const isFound = (path: string, hops: number): boolean => {
    if (path === '' || paths.has(path)) return true;
    if (hops === maxHops) return false;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      comparedLength += end;
      if (comparedLength > maxPathsLength) source.fail('has more and longer links to paths than any sensible file');
      const target = targets.get(path.slice(0, end));
      if (target !== undefined) return isFound(`${target}${path.slice(end)}`, hops + 1);
    }
    return false;
  };
  return links.map(({ group, link }) => ({
    ...link,
    at: `${group}/${link.name}`,
    isFound: link.file === null && isFound(absolutePath(group, link.path), 0),
  }));
}

/** As many as libhdf5 follows. */
const maxHops = 16;

function absolutePath(group: string, path: string): string {
  const parts = (path.startsWith('/') ? path : `${group}/${path}`)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts.map((part) => `/${part}`).join('');
}

/** What a group has, of the earlier or the later format, and a named datatype. */
const knownTypes: ReadonlySet<number> = new Set([
  messageTypes.symbolTable,
  messageTypes.linkInfo,
  messageTypes.datatype,
]);
const noObject = 'Its header is that of no dataset, group or type: the file is damaged.';

function datasetOf(hdf5: Hdf5File, source: TypeSource, messages: readonly Message[]): Hdf5Dataset | null {
  const find = (type: number) => findMessage(messages, type);
  const [layout, type, space] = [find(messageTypes.layout), find(messageTypes.datatype), find(messageTypes.dataspace)];
  if (layout === undefined && space === undefined) return null;
  if (layout === undefined || type === undefined || space === undefined)
    throw unreadableFileError('Its type, shape or layout is missing: the file is damaged.', remedy, { format: 'hdf5' });
  if (space.isShared) throw unreadableFileError('Its shape is shared with other objects.', remedy, { format: 'hdf5' });
  const typeAt = type.isShared ? committedTypeAt(hdf5, type) : type.at;
  const { dtype } = readDatatype(source, typeAt);
  return { messages, dtype, shape: readDataspace(hdf5, space).shape, attributes: attributeNames(hdf5, messages) };
}

/** Where a named datatype is that datasets share. */
function committedTypeAt(hdf5: Hdf5File, { at }: Message): number {
  const { file } = hdf5;
  const version = file.u8(at);
  if (version === 3 && file.u8(at + 1) !== committedType)
    throw unreadableFileError('Its type is in a heap that objects share.', remedy, {
      tag: 'unsupported',
      format: 'hdf5',
    });
  const header = hdf5.address(at + (version === 1 ? 8 : 2));
  const messages = header === null ? [] : readObjectHeader(hdf5, header);
  const type = findMessage(messages, messageTypes.datatype);
  if (type === undefined || type.isShared)
    throw unreadableFileError('It names a type that does not exist.', remedy, { format: 'hdf5' });
  return type.at;
}

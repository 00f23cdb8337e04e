import { type DataType, Type, UnionMode } from 'apache-arrow';
import { isWideInt } from '../../../libraries/arrow-unknown-types';
import { trueTypeOf } from '../../../libraries/arrow-retyped';
import type { SpanKind } from '../../../model/byte-map';

/** A buffer of a column, as the type of the column demands it. */
interface BufferRole {
  readonly name: string;
  readonly kind: SpanKind;
}

const validity: BufferRole = { name: 'Validity', kind: 'validity' };
const offsets: BufferRole = { name: 'Offsets', kind: 'offsets' };
const sizes: BufferRole = { name: 'Sizes', kind: 'offsets' };
const values: BufferRole = { name: 'Values', kind: 'values' };
const indices: BufferRole = { name: 'Indices of a dictionary', kind: 'indices' };
const typeIds: BufferRole = { name: 'Types', kind: 'offsets' };
const views: BufferRole = { name: 'Views', kind: 'offsets' };

/** What a walk over a type finds: each field of a batch in turn, with its buffers. */
interface BufferLayoutWalk {
  /** `path` names the field within its column; it is empty for the column. */
  readonly node: (path: string) => void;
  readonly buffer: (role: BufferRole, path: string) => void;
  /** The number of variadic buffers of the next view column (variadicBufferCounts in Message.fbs). */
  readonly variadicCount: () => number;
}

/**
 * Walks over a type in the order in which a batch stores its nodes and buffers (Arrow columnar format, “Buffer Listing for Each Layout”).
 * `hasUnionValidity` is true for metadata before version 5, where unions have a validity bitmap.
 */
export function walkBufferLayout(type: DataType, hasUnionValidity: boolean, walk: BufferLayoutWalk, path = ''): void {
  walk.node(path);
  const add = (role: BufferRole) => walk.buffer(role, path);
  const children = () => {
    for (const child of type.children ?? [])
      walkBufferLayout(child.type, hasUnionValidity, walk, path === '' ? child.name : `${path}.${child.name}`);
  };
  const trueType = trueTypeOf(type);
  if (trueType !== null && !isWideInt(trueType)) {
    if (trueType !== 'run-end encoded') for (const role of [validity, offsets, sizes]) add(role);
    children();
    return;
  }
  switch (type.typeId) {
    case Type.Null:
      return;
    case Type.Utf8:
    case Type.LargeUtf8:
    case Type.Binary:
    case Type.LargeBinary:
      add(validity);
      add(offsets);
      add(values);
      return;
    case Type.Utf8View:
    case Type.BinaryView:
      add(validity);
      add(views);
      for (let left = walk.variadicCount(); left > 0; left -= 1) add(values);
      return;
    case Type.List:
    case Type.LargeList:
    case Type.Map:
      add(validity);
      add(offsets);
      children();
      return;
    case Type.FixedSizeList:
    case Type.Struct:
      add(validity);
      children();
      return;
    case Type.Union:
      if (hasUnionValidity) add(validity);
      add(typeIds);
      if ((type as DataType & { mode: UnionMode }).mode === UnionMode.Dense) add(offsets);
      children();
      return;
    case Type.Dictionary:
      add(validity);
      add(indices);
      return;
    default:
      add(validity);
      add(values);
  }
}

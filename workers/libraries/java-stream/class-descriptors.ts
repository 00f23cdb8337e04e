import { primitiveBytes } from './java-class';
import { classFlags, malformedStream, unsupportedStream } from './protocol';

/** A class as the stream describes it. The description is used only to interpret the stream's own bytes. */
export interface ClassDescriptor {
  readonly name: string;
  readonly flags: number;
  readonly fields: readonly DescribedField[];
  /** The superclass; null before it is read, and if there is none. */
  superclass: ClassDescriptor | null;
  /** False while the description is being read, so that a class cannot be its own superclass. */
  complete: boolean;
  /** The offset of the description in the stream. */
  readonly offset: number;
  /** How objects of the class are read; set when the first object occurs. */
  layout: ObjectLayout | null;
}

export interface DescribedField {
  readonly name: string;
  /** The type code: one of B C D F I J S Z, or `[` and `L` for references. */
  readonly typeCode: string;
}

/** The maximum number of superclasses; Java's libraries have seven at most. */
const maxLineage = 64;

export const layoutSteps = { skipBytes: 0, primitive: 1, reference: 2, annotation: 3 } as const;

/**
 * The steps that read the values of an object, four numbers each: the kind (from {@link layoutSteps}); then the number of bytes to skip, or the slot (-1 if the value is ignored); and for
 * primitives the type code.
 */
export interface ObjectLayout {
  readonly steps: Int32Array;
  readonly slotCount: number;
  readonly plan: ObjectPlan | null;
}

/**
 * How the reader treats an object, enum constant or array. The reader puts the values of the fields in `slots` on its stack (null if the class has no such field; of repeated names the
 * field of the lowest class). The class's own data or the array's elements follow. Then it calls `finish` with the range [base, base + count) of the stack. References to the object have the
 * result of `finish` as their value, and `kind` as their kind.
 */
export interface ObjectPlan {
  readonly kind: number;
  readonly slots: readonly string[];
  readonly finish: (base: number, count: number, offset: number) => number;
}

/** The class and its superclasses, topmost first. @throws `malformedInput` if there are too many */
export function describedLineage(descriptor: ClassDescriptor): readonly ClassDescriptor[] {
  const classes: ClassDescriptor[] = [];
  for (let level: ClassDescriptor | null = descriptor; level !== null; level = level.superclass) {
    if (classes.length === maxLineage)
      throw malformedStream(descriptor.offset, `the class ${descriptor.name} has more than ${maxLineage} superclasses`);
    classes.push(level);
  }
  return classes.reverse();
}

/** Why the flags are invalid, as the end of a sentence that begins “the class has”; null if they are valid. */
export function flagsProblem(flags: number, fieldCount: number): string | null {
  const { serializable, externalizable, isEnum, writesItself } = classFlags;
  if ((flags & ~31) !== 0) return `unknown flags (${flags})`;
  if ((flags & serializable) !== 0 && (flags & externalizable) !== 0)
    return 'both the flag of serializable and the flag of externalizable classes';
  if ((flags & isEnum) !== 0 && ((flags & serializable) === 0 || fieldCount > 0))
    return 'the flag of an enum, but has fields or is not serializable';
  if ((flags & writesItself) !== 0 && (flags & serializable) === 0)
    return 'the flag of its own writeObject method, but is not serializable';
  return null;
}

export function layoutOf(descriptor: ClassDescriptor, plan: ObjectPlan | null): ObjectLayout {
  const steps: number[] = [];
  const slots = new Map((plan?.slots ?? []).map((name, slot) => [name, slot]));
  const lineage = describedLineage(descriptor);
  for (const level of lineage) {
    if ((level.flags & classFlags.externalizable) !== 0) {
      if ((level.flags & classFlags.blockData) === 0)
        throw unsupportedStream(
          descriptor.offset,
          `an object of ${level.name} in protocol version 1, which does not record the object’s length`,
        );
      steps.push(layoutSteps.annotation, 0, 0, 0);
      continue;
    }
    for (const { name, typeCode } of level.fields) {
      const slot = slots.get(name) ?? -1;
      const size = primitiveBytes(typeCode);
      if (size === 0) steps.push(layoutSteps.reference, slot, 0, 0);
      else if (slot >= 0) steps.push(layoutSteps.primitive, slot, typeCode.charCodeAt(0), size);
      else if (steps.at(-4) === layoutSteps.skipBytes && steps.length > 0)
        steps[steps.length - 3] = (steps.at(-3) ?? 0) + size;
      else steps.push(layoutSteps.skipBytes, size, 0, 0);
    }
    if ((level.flags & classFlags.writesItself) !== 0) steps.push(layoutSteps.annotation, 0, 0, 0);
  }
  return { steps: Int32Array.from(steps), slotCount: slots.size, plan };
}

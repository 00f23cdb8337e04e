/** A class as an object stream describes it: what Java's own `ObjectStreamClass` of it says. */
export interface JavaClass {
  /** As `Class.getName` has it: `java.lang.Integer`, `[Ljava.lang.Integer;`. */
  readonly name: string;
  readonly serialVersionUid: bigint;
  /** The nearest superclass that is serializable; null where there is none. */
  readonly superclass: JavaClass | null;
  /** Its own, without the superclasses': primitive ones first, then by name, as they are serialized. */
  readonly fields: readonly JavaField[];
  readonly isEnum?: true;
  /** True where it has a `writeObject`: what that writes stands behind its fields, up to a mark. */
  readonly writesItself?: true;
}

export interface JavaField {
  readonly name: string;
  /** As in class files: `I`, `Z`, `Ljava/lang/Integer;`, `[Ljava/lang/Integer;`. */
  readonly type: string;
}

/** The class and its superclasses, the topmost first: the order in which their values stand in a stream. */
export function lineage(javaClass: JavaClass): readonly JavaClass[] {
  return javaClass.superclass === null ? [javaClass] : [...lineage(javaClass.superclass), javaClass];
}

/** Bytes of a primitive type's values; 0 of references. */
export function primitiveBytes(type: string): number {
  switch (type) {
    case 'Z':
    case 'B':
      return 1;
    case 'C':
    case 'S':
      return 2;
    case 'I':
    case 'F':
      return 4;
    case 'J':
    case 'D':
      return 8;
    default:
      return 0;
  }
}

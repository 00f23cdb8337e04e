/** A class as an object stream describes it, with the data of Java's own `ObjectStreamClass`. */
export interface JavaClass {
  /** The name in the form of `Class.getName`: `java.lang.Integer`, `[Ljava.lang.Integer;`. */
  readonly name: string;
  readonly serialVersionUid: bigint;
  /** The nearest serializable superclass; null if there is none. */
  readonly superclass: JavaClass | null;
  /** The fields of this class without its superclasses, in the order of serialization: primitive ones first, then by name. */
  readonly fields: readonly JavaField[];
  readonly isEnum?: true;
  /** True if the class has a `writeObject`, whose data follows the fields up to an end mark. */
  readonly writesItself?: true;
}

export interface JavaField {
  readonly name: string;
  /** The type as in class files: `I`, `Z`, `Ljava/lang/Integer;`, `[Ljava/lang/Integer;`. */
  readonly type: string;
}

/** The class and its superclasses, topmost first: the order of their values in a stream. */
export function superclassChain(javaClass: JavaClass): readonly JavaClass[] {
  return javaClass.superclass === null ? [javaClass] : [...superclassChain(javaClass.superclass), javaClass];
}

/** The size of a primitive type's values in bytes; 0 for references. */
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

import type { JavaClass, JavaField } from '../java-stream/java-class';

/** The classes of CDK's silent molecules in CDK 1.5.11 and 1.5.12 (2015), and the classes of Java and vecmath that they contain. */

const field = (type: string, ...names: string[]): readonly JavaField[] => names.map((name) => ({ name, type }));
const integer = 'Ljava/lang/Integer;';
const double = 'Ljava/lang/Double;';
const string = 'Ljava/lang/String;';
const cdk = (name: string) => `Lorg/openscience/cdk/interfaces/${name};`;
const byName = (...fields: (readonly JavaField[])[]) => fields.flat().sort((a, b) => (a.name < b.name ? -1 : 1));

const silent = (
  name: string,
  serialVersionUid: bigint,
  superclass: JavaClass | null,
  primitives: readonly JavaField[],
  references: readonly JavaField[],
): JavaClass => ({
  name: `org.openscience.cdk.silent.${name}`,
  serialVersionUid,
  superclass,
  fields: [...primitives, ...references],
});

export const chemObjectClass = silent(
  'ChemObject',
  2798134548764323328n,
  null,
  [...field('Z', 'doNotification'), ...field('S', 'flags')],
  byName(field(string, 'identifier'), field('Ljava/util/Map;', 'properties')),
);
const elementClass = silent(
  'Element',
  3062529834691231436n,
  chemObjectClass,
  [],
  byName(field(integer, 'atomicNumber'), field(string, 'symbol')),
);
const isotopeClass = silent(
  'Isotope',
  6389365978927575858n,
  elementClass,
  [],
  byName(field(double, 'exactMass', 'naturalAbundance'), field(integer, 'massNumber')),
);
const atomTypeClass = silent(
  'AtomType',
  -7950397716808229972n,
  isotopeClass,
  [],
  byName(
    field(double, 'bondOrderSum', 'covalentRadius'),
    field(integer, 'electronValency', 'formalCharge', 'formalNeighbourCount'),
    field(cdk('IAtomType$Hybridization'), 'hybridization'),
    field(string, 'identifier'),
    field(cdk('IBond$Order'), 'maxBondOrder'),
  ),
);
export const atomClass = silent(
  'Atom',
  -3137373012494608794n,
  atomTypeClass,
  [],
  byName(
    field(double, 'charge'),
    field('Ljavax/vecmath/Point3d;', 'fractionalPoint3d', 'point3d'),
    field(integer, 'hydrogenCount', 'stereoParity'),
    field('Ljavax/vecmath/Point2d;', 'point2d'),
  ),
);
export const pseudoAtomClass = silent('PseudoAtom', 1n, atomClass, [], field(string, 'label'));
const electronContainerClass = silent(
  'ElectronContainer',
  -2207894536767670743n,
  chemObjectClass,
  [],
  field(integer, 'electronCount'),
);
export const bondClass = silent(
  'Bond',
  7057060562283387384n,
  electronContainerClass,
  field('I', 'atomCount'),
  byName(field(`[${cdk('IAtom')}`, 'atoms'), field(cdk('IBond$Order'), 'order'), field(cdk('IBond$Stereo'), 'stereo')),
);
export const atomContainerClass = silent(
  'AtomContainer',
  5678100348445919254n,
  chemObjectClass,
  field('I', 'atomCount', 'bondCount', 'growArraySize', 'lonePairCount', 'singleElectronCount'),
  byName(
    field(`[${cdk('IAtom')}`, 'atoms'),
    field(`[${cdk('IBond')}`, 'bonds'),
    field(`[${cdk('ILonePair')}`, 'lonePairs'),
    field(`[${cdk('ISingleElectron')}`, 'singleElectrons'),
    field('Ljava/util/Set;', 'stereoElements'),
  ),
);

const array = (of: string, serialVersionUid: bigint): JavaClass => ({
  name: `[Lorg.openscience.cdk.interfaces.${of};`,
  serialVersionUid,
  superclass: null,
  fields: [],
});
export const atomArrayClass = array('IAtom', 6283007814001494124n);
export const bondArrayClass = array('IBond', -3519055168384787657n);
export const lonePairArrayClass = array('ILonePair', 1902334878997132323n);
export const singleElectronArrayClass = array('ISingleElectron', 3654001727288078441n);

const java = (
  name: string,
  serialVersionUid: bigint,
  superclass: JavaClass | null,
  fields: readonly JavaField[],
): JavaClass => ({ name, serialVersionUid, superclass, fields });
const numberClass = java('java.lang.Number', -8742448824652078965n, null, []);
export const integerClass = java('java.lang.Integer', 1360826667806852920n, numberClass, field('I', 'value'));
const enumClass: JavaClass = { ...java('java.lang.Enum', 0n, null, []), isEnum: true };
export const orderClass: JavaClass = {
  ...java('org.openscience.cdk.interfaces.IBond$Order', 0n, enumClass, []),
  isEnum: true,
};
export const stereoClass: JavaClass = {
  ...java('org.openscience.cdk.interfaces.IBond$Stereo', 0n, enumClass, []),
  isEnum: true,
};
export const hashSetClass: JavaClass = {
  ...java('java.util.HashSet', -5024744406713321676n, null, []),
  writesItself: true,
};
export const hashMapClass: JavaClass = {
  ...java('java.util.HashMap', 362498820763181265n, null, [...field('F', 'loadFactor'), ...field('I', 'threshold')]),
  writesItself: true,
};
export const linkedHashMapClass = java(
  'java.util.LinkedHashMap',
  3801124242820219131n,
  hashMapClass,
  field('Z', 'accessOrder'),
);
const tuple2dClass = java('javax.vecmath.Tuple2d', 6205762482756093838n, null, field('D', 'x', 'y'));
export const point2dClass = java('javax.vecmath.Point2d', 1133748791492571954n, tuple2dClass, []);

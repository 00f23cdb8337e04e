package formatlab;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.vecmath.Point2d;
import org.openscience.cdk.CDKConstants;
import org.openscience.cdk.interfaces.IAtom;
import org.openscience.cdk.interfaces.IAtomContainer;
import org.openscience.cdk.interfaces.IBond;
import org.openscience.cdk.interfaces.IDoubleBondStereochemistry;
import org.openscience.cdk.interfaces.IPseudoAtom;
import org.openscience.cdk.interfaces.IStereoElement;
import org.openscience.cdk.interfaces.ITetrahedralChirality;
import org.openscience.cdk.smiles.SmilesGenerator;
import org.openscience.cdk.stereo.ExtendedTetrahedral;

/**
 * CDK's molecules as JSON, one line each: {@code {"title", "atoms": [[atomic number, mass number, charge, hydrogens, aromatic, atom class, x, y] …], "bonds": [[begin, end, order, aromatic] …],
 * "stereo": [["tetrahedral" | "allenal", centre, [4 carriers], "@" | "@@"] | ["doubleBond", bond, [2 carriers], "opposite" | "together"] …], "smiles"}}. Mass number, atom class and hydrogens are 0 where
 * unset, the order 0; x and y are null without a place. {@code smiles} is CDK's canonical one without stereo and isotopes, null where it can't make one.
 */
final class Tables {
    private Tables() {}

    static String error(Throwable thrown) {
        return "{\"error\": " + quoted(thrown.getClass().getSimpleName() + ": " + thrown.getMessage()) + "}";
    }

    static String of(IAtomContainer molecule) {
        List<String> atoms = new ArrayList<>();
        for (IAtom atom : molecule.atoms()) atoms.add(of(atom));
        List<String> bonds = new ArrayList<>();
        for (IBond bond : molecule.bonds()) bonds.add(of(bond, molecule));
        List<String> stereo = new ArrayList<>();
        for (IStereoElement element : molecule.stereoElements()) stereo.add(of(element, molecule));
        Object title = molecule.getProperty(CDKConstants.TITLE);
        return "{\"title\": " + quoted(title == null ? "" : title.toString()) + ", \"atoms\": " + atoms + ", \"bonds\": " + bonds + ", \"stereo\": " + stereo + ", \"smiles\": " + canonical(molecule) + "}";
    }

    private static String of(IAtom atom) {
        Object mapping = atom.getProperty(CDKConstants.ATOM_ATOM_MAPPING);
        Point2d place = atom.getPoint2d();
        Integer atomicNumber = atom instanceof IPseudoAtom ? Integer.valueOf(0) : atom.getAtomicNumber();
        return String.format(Locale.ROOT, "[%d, %d, %d, %d, %d, %s, %s, %s]", orZero(atomicNumber), orZero(atom.getMassNumber()), orZero(atom.getFormalCharge()), orZero(atom.getImplicitHydrogenCount()),
                atom.getFlag(CDKConstants.ISAROMATIC) ? 1 : 0, mapping == null ? "0" : mapping, place == null ? null : place.x, place == null ? null : place.y);
    }

    private static String of(IBond bond, IAtomContainer molecule) {
        IBond.Order order = bond.getOrder();
        int number = order == null || order == IBond.Order.UNSET ? 0 : order.numeric();
        return "[" + molecule.getAtomNumber(bond.getAtom(0)) + ", " + molecule.getAtomNumber(bond.getAtom(1)) + ", " + number + ", " + (bond.getFlag(CDKConstants.ISAROMATIC) ? 1 : 0) + "]";
    }

    private static String of(IStereoElement element, IAtomContainer molecule) {
        if (element instanceof ITetrahedralChirality) {
            ITetrahedralChirality centre = (ITetrahedralChirality) element;
            return centre("tetrahedral", molecule.getAtomNumber(centre.getChiralAtom()), centre.getLigands(), centre.getStereo(), molecule);
        }
        if (element instanceof ExtendedTetrahedral) {
            ExtendedTetrahedral centre = (ExtendedTetrahedral) element;
            return centre("allenal", molecule.getAtomNumber(centre.focus()), centre.peripherals(), centre.winding(), molecule);
        }
        if (element instanceof IDoubleBondStereochemistry) {
            IDoubleBondStereochemistry bond = (IDoubleBondStereochemistry) element;
            IBond across = bond.getStereoBond();
            List<Integer> carriers = new ArrayList<>();
            for (int end = 0; end < 2; end += 1) {
                // CDK names bonds; the carrier is that end's neighbour which is not in the double bond.
                IBond ligand = bond.getBonds()[end];
                carriers.add(molecule.getAtomNumber(across.contains(ligand.getAtom(0)) ? ligand.getAtom(1) : ligand.getAtom(0)));
            }
            return "[\"doubleBond\", " + molecule.getBondNumber(across) + ", " + carriers + ", \"" + bond.getStereo().name().toLowerCase(Locale.ROOT) + "\"]";
        }
        return "[" + quoted(element.getClass().getSimpleName()) + "]";
    }

    private static String centre(String kind, int atom, IAtom[] ligands, ITetrahedralChirality.Stereo stereo, IAtomContainer molecule) {
        List<Integer> carriers = new ArrayList<>();
        for (IAtom ligand : ligands) carriers.add(molecule.getAtomNumber(ligand));
        return "[\"" + kind + "\", " + atom + ", " + carriers + ", \"" + (stereo == ITetrahedralChirality.Stereo.ANTI_CLOCKWISE ? "@" : "@@") + "\"]";
    }

    private static String canonical(IAtomContainer molecule) {
        try {
            return quoted(SmilesGenerator.unique().create(molecule));
        } catch (Exception refused) {
            return "null";
        }
    }

    private static int orZero(Integer value) {
        return value == null ? 0 : value;
    }

    static String quoted(String text) {
        StringBuilder made = new StringBuilder("\"");
        for (char unit : text.toCharArray()) {
            if (unit == '"' || unit == '\\') made.append('\\').append(unit);
            else if (unit < ' ') made.append(String.format("\\u%04x", (int) unit));
            else made.append(unit);
        }
        return made.append('"').toString();
    }
}

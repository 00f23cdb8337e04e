package formatlab;

import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.vecmath.Point2d;
import org.openscience.cdk.CDKConstants;
import org.openscience.cdk.interfaces.IAtom;
import org.openscience.cdk.interfaces.IAtomContainer;
import org.openscience.cdk.interfaces.IBond;
import org.openscience.cdk.interfaces.IDoubleBondStereochemistry;
import org.openscience.cdk.interfaces.IDoubleBondStereochemistry.Conformation;
import org.openscience.cdk.interfaces.IPseudoAtom;
import org.openscience.cdk.interfaces.IStereoElement;
import org.openscience.cdk.interfaces.ITetrahedralChirality;
import org.openscience.cdk.interfaces.ITetrahedralChirality.Stereo;
import org.openscience.cdk.stereo.ExtendedTetrahedral;

/** Formatlab's AtomContainer stream as a Java program writes it, by docs/atom-container-format.md. Configurations are those that CDK 1.5.11 has classes for. */
final class AtomContainerWriter {
    private static final int TETRAHEDRAL = 1;
    private static final int DOUBLE_BOND = 2;
    private static final int ALLENAL = 3;

    private final DataOutputStream stream;
    private final boolean places;

    private AtomContainerWriter(DataOutputStream stream, boolean places) {
        this.stream = stream;
        this.places = places;
    }

    /** With places where the first atom that there is has one: then all need one. */
    static void writeAll(List<IAtomContainer> molecules, OutputStream file) throws IOException {
        boolean places = false;
        for (IAtomContainer molecule : molecules) {
            if (molecule.getAtomCount() == 0) continue;
            places = molecule.getAtom(0).getPoint2d() != null;
            break;
        }
        try (DataOutputStream stream = new DataOutputStream(file)) {
            stream.writeInt(AtomContainerCommands.MAGIC);
            stream.writeBoolean(places);
            AtomContainerWriter writer = new AtomContainerWriter(stream, places);
            for (IAtomContainer molecule : molecules) writer.write(molecule);
            stream.writeByte(AtomContainerCommands.END);
            stream.writeInt(molecules.size());
        }
    }

    /** One configuration: kind, number, and the indices that follow (the centre first). */
    private static final class Element {
        final int first;
        final int[] indices;

        Element(int kind, boolean isFirst, int... indices) {
            this.first = kind << 5 | (isFirst ? 1 : 2);
            this.indices = indices;
        }
    }

    private void write(IAtomContainer molecule) throws IOException {
        List<Element> elements = new ArrayList<>();
        for (IStereoElement element : molecule.stereoElements()) elements.add(element(element, molecule));
        int atoms = molecule.getAtomCount();
        int bonds = molecule.getBondCount();
        boolean wide = atoms > 255 || bonds > 255 || elements.size() > 255;
        String given = molecule.getProperty(CDKConstants.TITLE);
        byte[] title = given == null ? new byte[0] : given.getBytes(StandardCharsets.UTF_8);
        stream.writeByte((wide ? 1 : 0) | (title.length == 0 ? 0 : title.length < 65_536 ? 2 : 4));
        for (int count : new int[] {atoms, bonds, elements.size()}) {
            if (wide) stream.writeInt(count);
            else stream.writeByte(count);
        }
        if (title.length > 0) {
            if (title.length < 65_536) stream.writeShort(title.length);
            else stream.writeInt(title.length);
            stream.write(title);
        }
        for (IAtom atom : molecule.atoms()) write(atom);
        for (IBond bond : molecule.bonds()) {
            index(molecule.getAtomNumber(bond.getAtom(0)), wide);
            index(molecule.getAtomNumber(bond.getAtom(1)), wide);
        }
        for (int bond = 0; bond < bonds; bond += 2) stream.writeByte(half(molecule.getBond(bond)) << 4 | (bond + 1 < bonds ? half(molecule.getBond(bond + 1)) : 0));
        for (Element element : elements) {
            stream.writeByte(element.first);
            for (int index : element.indices) index(index, wide);
        }
    }

    private void index(int value, boolean wide) throws IOException {
        if (wide) stream.writeShort(value);
        else stream.writeByte(value);
    }

    private static int half(IBond bond) {
        boolean aromatic = bond.getFlag(CDKConstants.ISAROMATIC);
        int order = bond.getOrder() == IBond.Order.UNSET ? (aromatic ? 5 : 0) : bond.getOrder().numeric();
        return order | (aromatic ? 8 : 0);
    }

    private void write(IAtom atom) throws IOException {
        int hydrogens = orZero(atom.getImplicitHydrogenCount());
        int charge = orZero(atom.getFormalCharge());
        int mass = orZero(atom.getMassNumber());
        Integer atomClass = atom.getProperty(CDKConstants.ATOM_ATOM_MAPPING);
        int label = orZero(atomClass);
        stream.writeByte(atom instanceof IPseudoAtom ? 0 : atom.getAtomicNumber());
        stream.writeByte(Math.min(hydrogens, 15) | (atom.getFlag(CDKConstants.ISAROMATIC) ? 16 : 0) | (charge != 0 ? 32 : 0) | (mass != 0 ? 64 : 0) | (label != 0 ? 128 : 0));
        if (hydrogens >= 15) stream.writeByte(hydrogens);
        if (charge != 0) stream.writeByte(charge);
        if (mass != 0) stream.writeShort(mass);
        if (label != 0) stream.writeShort(label);
        if (places) {
            Point2d place = atom.getPoint2d();
            stream.writeDouble(place.x);
            stream.writeDouble(place.y);
        }
    }

    private static Element element(IStereoElement element, IAtomContainer molecule) throws IOException {
        if (element instanceof ITetrahedralChirality) {
            ITetrahedralChirality centre = (ITetrahedralChirality) element;
            return centre(TETRAHEDRAL, centre.getChiralAtom(), centre.getLigands(), centre.getStereo(), molecule);
        }
        if (element instanceof ExtendedTetrahedral) {
            ExtendedTetrahedral centre = (ExtendedTetrahedral) element;
            return centre(ALLENAL, centre.focus(), centre.peripherals(), centre.winding(), molecule);
        }
        if (element instanceof IDoubleBondStereochemistry) {
            IDoubleBondStereochemistry told = (IDoubleBondStereochemistry) element;
            IBond bond = told.getStereoBond();
            int[] indices = {molecule.getBondNumber(bond), -1, -1};
            for (IBond ligand : told.getBonds()) {
                int end = ligand.contains(bond.getAtom(0)) ? 0 : 1;
                indices[1 + end] = molecule.getAtomNumber(ligand.getConnectedAtom(bond.getAtom(end)));
            }
            return new Element(DOUBLE_BOND, told.getStereo() == Conformation.OPPOSITE, indices);
        }
        throw new IOException("The stream has no place for " + element.getClass().getSimpleName() + ".");
    }

    private static Element centre(int kind, IAtom atom, IAtom[] carriers, Stereo stereo, IAtomContainer molecule) {
        int[] indices = new int[1 + carriers.length];
        indices[0] = molecule.getAtomNumber(atom);
        for (int slot = 0; slot < carriers.length; slot += 1) indices[1 + slot] = molecule.getAtomNumber(carriers[slot]);
        return new Element(kind, stereo == Stereo.ANTI_CLOCKWISE, indices);
    }

    private static int orZero(Integer value) {
        return value == null ? 0 : value;
    }
}

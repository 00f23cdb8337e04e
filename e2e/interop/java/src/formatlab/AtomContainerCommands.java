package formatlab;

import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.vecmath.Point2d;
import org.openscience.cdk.CDKConstants;
import org.openscience.cdk.config.Elements;
import org.openscience.cdk.interfaces.IAtom;
import org.openscience.cdk.interfaces.IAtomContainer;
import org.openscience.cdk.interfaces.IBond;
import org.openscience.cdk.interfaces.IDoubleBondStereochemistry.Conformation;
import org.openscience.cdk.interfaces.ITetrahedralChirality.Stereo;
import org.openscience.cdk.silent.Atom;
import org.openscience.cdk.silent.AtomContainer;
import org.openscience.cdk.silent.Bond;
import org.openscience.cdk.silent.PseudoAtom;
import org.openscience.cdk.stereo.DoubleBondStereochemistry;
import org.openscience.cdk.stereo.ExtendedTetrahedral;
import org.openscience.cdk.stereo.TetrahedralChirality;

/** Formatlab's AtomContainer stream as a Java program reads it, by docs/atom-container-format.md: {@code read-atom-containers in.acs out.jsonl}, a line a molecule as {@link Tables} has it. */
final class AtomContainerCommands {
    /** {@code ACS} and the version. */
    static final int MAGIC = 0x41435301;
    /** In the place of a molecule's flags. */
    static final int END = 0xff;

    private static final IBond.Order[] orders = {IBond.Order.UNSET, IBond.Order.SINGLE, IBond.Order.DOUBLE, IBond.Order.TRIPLE, IBond.Order.QUADRUPLE, IBond.Order.UNSET};

    private AtomContainerCommands() {}

    static void register(Map<String, Main.Command> commands) {
        commands.put("read-atom-containers", args -> read(Path.of(args[0]), Path.of(args[1])));
    }

    private static void read(Path in, Path out) throws IOException {
        List<IAtomContainer> molecules = readAll(Files.readAllBytes(in));
        try (BufferedWriter writer = Files.newBufferedWriter(out, StandardCharsets.UTF_8)) {
            for (IAtomContainer molecule : molecules) {
                writer.write(Tables.of(molecule));
                writer.newLine();
            }
        }
        System.out.println(molecules.size());
    }

    static List<IAtomContainer> readAll(byte[] file) throws IOException {
        List<IAtomContainer> molecules = new ArrayList<>();
        try (DataInputStream stream = new DataInputStream(new ByteArrayInputStream(file))) {
            if (stream.readInt() != MAGIC) throw new IOException("no AtomContainer stream of version 1");
            boolean places = stream.readBoolean();
            for (int flags = stream.readUnsignedByte(); flags != END; flags = stream.readUnsignedByte()) molecules.add(molecule(stream, flags, places));
            if (stream.readInt() != molecules.size()) throw new IOException("the end tells of another number of molecules than " + molecules.size());
            if (stream.read() >= 0) throw new IOException("something follows the end");
        }
        return molecules;
    }

    private static IAtomContainer molecule(DataInputStream stream, int flags, boolean places) throws IOException {
        boolean wide = (flags & 1) != 0;
        int atomCount = wide ? stream.readInt() : stream.readUnsignedByte();
        int bondCount = wide ? stream.readInt() : stream.readUnsignedByte();
        int stereoCount = wide ? stream.readInt() : stream.readUnsignedByte();
        IAtomContainer molecule = new AtomContainer();
        if ((flags & 6) != 0) {
            byte[] title = new byte[(flags & 2) != 0 ? stream.readUnsignedShort() : stream.readInt()];
            stream.readFully(title);
            molecule.setProperty(CDKConstants.TITLE, new String(title, StandardCharsets.UTF_8));
        }
        IAtom[] atoms = new IAtom[atomCount];
        for (int index = 0; index < atomCount; index += 1) atoms[index] = atom(stream, places);
        molecule.setAtoms(atoms);
        IBond[] bonds = new IBond[bondCount];
        for (int index = 0; index < bondCount; index += 1) {
            IAtom begin = atoms[index(stream, wide)];
            IAtom end = atoms[index(stream, wide)];
            bonds[index] = new Bond(begin, end);
        }
        for (int index = 0, two = 0; index < bondCount; index += 1) {
            if (index % 2 == 0) two = stream.readUnsignedByte();
            int half = index % 2 == 0 ? two >> 4 : two & 15;
            bonds[index].setOrder(orders[half & 7]);
            bonds[index].setFlag(CDKConstants.ISAROMATIC, (half & 8) != 0);
        }
        molecule.setBonds(bonds);
        for (int element = 0; element < stereoCount; element += 1) stereo(stream, wide, molecule);
        return molecule;
    }

    private static int index(DataInputStream stream, boolean wide) throws IOException {
        return wide ? stream.readUnsignedShort() : stream.readUnsignedByte();
    }

    private static IAtom atom(DataInputStream stream, boolean places) throws IOException {
        int element = stream.readUnsignedByte();
        int flags = stream.readUnsignedByte();
        IAtom atom = element == 0 ? new PseudoAtom("*") : new Atom(Elements.ofNumber(element).symbol());
        atom.setAtomicNumber(element);
        atom.setImplicitHydrogenCount((flags & 15) < 15 ? flags & 15 : stream.readUnsignedByte());
        atom.setFlag(CDKConstants.ISAROMATIC, (flags & 16) != 0);
        atom.setFormalCharge((flags & 32) == 0 ? 0 : (int) stream.readByte());
        if ((flags & 64) != 0) atom.setMassNumber(stream.readUnsignedShort());
        if ((flags & 128) != 0) atom.setProperty(CDKConstants.ATOM_ATOM_MAPPING, stream.readUnsignedShort());
        if (places) atom.setPoint2d(new Point2d(stream.readDouble(), stream.readDouble()));
        return atom;
    }

    /** CDK 1.5.11 has classes of tetrahedral centres, double bonds and allenes; of the others the bytes are passed over. */
    private static void stereo(DataInputStream stream, boolean wide, IAtomContainer molecule) throws IOException {
        int first = stream.readUnsignedByte();
        int kind = first >> 5;
        int center = index(stream, wide);
        IAtom[] carriers = new IAtom[kind == 2 ? 2 : kind == 5 ? 5 : kind == 6 ? 6 : 4];
        for (int slot = 0; slot < carriers.length; slot += 1) carriers[slot] = molecule.getAtom(index(stream, wide));
        boolean isFirst = (first & 31) == 1;
        if (kind == 1) {
            molecule.addStereoElement(new TetrahedralChirality(molecule.getAtom(center), carriers, isFirst ? Stereo.ANTI_CLOCKWISE : Stereo.CLOCKWISE));
        } else if (kind == 3) {
            molecule.addStereoElement(new ExtendedTetrahedral(molecule.getAtom(center), carriers, isFirst ? Stereo.ANTI_CLOCKWISE : Stereo.CLOCKWISE));
        } else if (kind == 2) {
            IBond bond = molecule.getBond(center);
            IBond[] ligands = {molecule.getBond(bond.getAtom(0), carriers[0]), molecule.getBond(bond.getAtom(1), carriers[1])};
            if (ligands[0] != null && ligands[1] != null) molecule.addStereoElement(new DoubleBondStereochemistry(bond, ligands, isFirst ? Conformation.OPPOSITE : Conformation.TOGETHER));
        }
    }
}

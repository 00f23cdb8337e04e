package formatlab;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.vecmath.Point2d;
import org.openscience.cdk.exception.CDKException;
import org.openscience.cdk.interfaces.IAtom;
import org.openscience.cdk.interfaces.IAtomContainer;
import org.openscience.cdk.smiles.SmilesParser;

/** Java's own object streams of CDK's molecules: what source 003 writes in its Code 1. */
final class ObjectStreamCommands {
    private ObjectStreamCommands() {}

    static void register(Map<String, Main.Command> commands) {
        commands.put("write-objects", args -> write(Path.of(args[0]), Path.of(args[1]), args.length > 2));
        commands.put("read-objects", args -> read(Path.of(args[0]), Path.of(args[1])));
        commands.put("compare-objects", args -> compare(Path.of(args[0]), Path.of(args[1]), args.length > 2));
        commands.put("objects-bench", args -> readBench(Files.readAllBytes(Path.of(args[0])), Integer.parseInt(args[1])));
        commands.put("objects-write-bench", args -> writeBench(SmilesCommands.lines(Path.of(args[0])), Integer.parseInt(args[1])));
    }

    /** The molecules of a file of SMILES as the source's code makes them, less those that CDK refuses: parsed, then without stereo. With places, each atom gets one: see {@link #place}. */
    static List<IAtomContainer> molecules(Path smiles, boolean places) throws IOException {
        SmilesParser parser = SmilesCommands.parser();
        List<IAtomContainer> molecules = new ArrayList<>();
        for (String line : SmilesCommands.lines(smiles)) {
            try {
                IAtomContainer molecule = parser.parseSmiles(line);
                molecule.setStereoElements(new ArrayList<>(0));
                if (places) place(molecule);
                molecules.add(molecule);
            } catch (CDKException | IllegalArgumentException refused) {
                System.err.println(refused.getMessage());
            }
        }
        return molecules;
    }

    /** Atom i at (1.25 i, 0.75 where i is odd else 0): the places of workers/registry/sample-molecules.ts. */
    static void place(IAtomContainer molecule) {
        int index = 0;
        for (IAtom atom : molecule.atoms()) {
            atom.setPoint2d(new Point2d(1.25 * index, index % 2 == 0 ? 0 : 0.75));
            index += 1;
        }
    }

    /** {@code write-objects in.smi out.obj [places]} */
    private static void write(Path smiles, Path out, boolean places) throws IOException {
        List<IAtomContainer> molecules = molecules(smiles, places);
        writeAll(molecules, new BufferedOutputStream(Files.newOutputStream(out)));
        System.out.println(molecules.size());
    }

    static List<IAtomContainer> readAll(Path file) throws IOException, ClassNotFoundException {
        try (InputStream stream = new BufferedInputStream(Files.newInputStream(file))) {
            return readAll(stream);
        }
    }

    static List<IAtomContainer> readAll(InputStream file) throws IOException, ClassNotFoundException {
        List<IAtomContainer> molecules = new ArrayList<>();
        try (ObjectInputStream stream = new ObjectInputStream(file)) {
            while (true) {
                try {
                    molecules.add((IAtomContainer) stream.readObject());
                } catch (EOFException end) {
                    return molecules;
                }
            }
        }
    }

    static void writeAll(List<IAtomContainer> molecules, OutputStream file) throws IOException {
        try (ObjectOutputStream stream = new ObjectOutputStream(file)) {
            for (IAtomContainer molecule : molecules) stream.writeObject(molecule);
        }
    }

    /** {@code read-objects in.obj out.jsonl} */
    private static void read(Path in, Path out) throws IOException, ClassNotFoundException {
        List<IAtomContainer> molecules = readAll(in);
        try (BufferedWriter writer = Files.newBufferedWriter(out, StandardCharsets.UTF_8)) {
            for (IAtomContainer molecule : molecules) {
                writer.write(Tables.of(molecule));
                writer.newLine();
            }
        }
        System.out.println(molecules.size());
    }

    /** {@code compare-objects in.obj in.smi [places]}: whether the stream holds, field by field, the objects that CDK makes of the SMILES. */
    private static void compare(Path in, Path smiles, boolean places) throws Exception {
        List<IAtomContainer> found = readAll(in);
        List<IAtomContainer> expected = molecules(smiles, places);
        if (found.size() != expected.size()) throw new IllegalStateException(found.size() + " molecules instead of " + expected.size());
        for (int index = 0; index < found.size(); index += 1) {
            String difference = ObjectGraphs.difference(found.get(index), expected.get(index));
            if (difference != null) throw new IllegalStateException("molecule " + index + ": " + difference);
        }
        System.out.println(found.size());
    }

    /** {@code objects-bench in.obj repeats}: an ObjectInputStream over the whole file in memory, its objects dropped as they come (it keeps them all the same, since it may meet references to them). */
    private static void readBench(byte[] bytes, int repeats) throws Exception {
        int molecules = count(bytes);
        BenchCommands.repeat(molecules, repeats, () -> count(bytes));
    }

    private static int count(byte[] bytes) throws IOException, ClassNotFoundException {
        int molecules = 0;
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            while (true) {
                try {
                    molecules += stream.readObject() instanceof IAtomContainer ? 1 : 0;
                } catch (EOFException end) {
                    return molecules;
                }
            }
        }
    }

    /** {@code objects-write-bench in.smi repeats}: the source's Code 1, reading the SMILES included, into memory that is dropped. */
    private static void writeBench(List<String> lines, int repeats) throws Exception {
        BenchCommands.repeat(lines.size(), repeats, () -> {
            SmilesParser parser = SmilesCommands.parser();
            try (ObjectOutputStream stream = new ObjectOutputStream(OutputStream.nullOutputStream())) {
                for (String line : lines) {
                    IAtomContainer molecule = parser.parseSmiles(line);
                    molecule.setStereoElements(new ArrayList<>(0));
                    stream.writeObject(molecule);
                }
            }
            return lines.size();
        });
    }
}

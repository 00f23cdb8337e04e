package formatlab;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.io.UnsafeInput;
import com.esotericsoftware.kryo.io.UnsafeOutput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openscience.cdk.interfaces.IAtomContainer;

/**
 * CDK's molecules by Kryo with nothing set, one {@code writeClassAndObject} each: what source 003 calls Kryo (Auto) and Kryo Unsafe (Auto). The first argument is how numbers are written,
 * {@code variable-length} (Output) or {@code fixed-width} (UnsafeOutput).
 */
final class KryoCommands {
    private KryoCommands() {}

    static void register(Map<String, Main.Command> commands) {
        commands.put("write-kryo", args -> write(args[0], Path.of(args[1]), Path.of(args[2]), args.length > 3));
        commands.put("read-kryo", args -> read(args[0], Path.of(args[1]), Path.of(args[2])));
        commands.put("compare-kryo", args -> compare(args[0], Path.of(args[1]), Path.of(args[2]), args.length > 3));
        commands.put("kryo-bench", args -> bench(args[0], Files.readAllBytes(Path.of(args[1])), Integer.parseInt(args[2])));
    }

    private static boolean isFixedWidth(String numbers) {
        if (numbers.equals("fixed-width")) return true;
        if (numbers.equals("variable-length")) return false;
        throw new IllegalArgumentException("There are no numbers of " + numbers + ".");
    }

    /** {@code write-kryo numbers in.smi out.kryo [places]} */
    private static void write(String numbers, Path smiles, Path out, boolean places) throws IOException {
        List<IAtomContainer> molecules = ObjectStreamCommands.molecules(smiles, places);
        writeAll(numbers, molecules, Files.newOutputStream(out));
        System.out.println(molecules.size());
    }

    static void writeAll(String numbers, List<IAtomContainer> molecules, OutputStream file) {
        Kryo kryo = new Kryo();
        try (Output output = isFixedWidth(numbers) ? new UnsafeOutput(file, 1 << 16) : new Output(file, 1 << 16)) {
            for (IAtomContainer molecule : molecules) kryo.writeClassAndObject(output, molecule);
        }
    }

    private static Input input(String numbers, byte[] bytes) {
        return isFixedWidth(numbers) ? new UnsafeInput(bytes) : new Input(bytes);
    }

    static List<IAtomContainer> readAll(String numbers, byte[] bytes) {
        Kryo kryo = new Kryo();
        List<IAtomContainer> molecules = new ArrayList<>();
        try (Input input = input(numbers, bytes)) {
            while (!input.eof()) molecules.add((IAtomContainer) kryo.readClassAndObject(input));
        }
        return molecules;
    }

    /** {@code read-kryo numbers in.kryo out.jsonl} */
    private static void read(String numbers, Path in, Path out) throws IOException {
        List<IAtomContainer> molecules = readAll(numbers, Files.readAllBytes(in));
        try (BufferedWriter writer = Files.newBufferedWriter(out, StandardCharsets.UTF_8)) {
            for (IAtomContainer molecule : molecules) {
                writer.write(Tables.of(molecule));
                writer.newLine();
            }
        }
        System.out.println(molecules.size());
    }

    /** {@code compare-kryo numbers in.kryo in.smi [places]}: whether Kryo makes of the file, field by field, the objects that CDK makes of the SMILES. */
    private static void compare(String numbers, Path in, Path smiles, boolean places) throws Exception {
        List<IAtomContainer> found = readAll(numbers, Files.readAllBytes(in));
        List<IAtomContainer> expected = ObjectStreamCommands.molecules(smiles, places);
        if (found.size() != expected.size()) throw new IllegalStateException(found.size() + " molecules instead of " + expected.size());
        for (int index = 0; index < found.size(); index += 1) {
            String difference = ObjectGraphs.difference(found.get(index), expected.get(index));
            if (difference != null) throw new IllegalStateException("molecule " + index + ": " + difference);
        }
        System.out.println(found.size());
    }

    /** {@code kryo-bench numbers in.kryo repeats} */
    private static void bench(String numbers, byte[] bytes, int repeats) throws Exception {
        int molecules = readAll(numbers, bytes).size();
        BenchCommands.repeat(molecules, repeats, () -> {
            Kryo kryo = new Kryo();
            long atoms = 0;
            try (Input input = input(numbers, bytes)) {
                while (!input.eof()) atoms += ((IAtomContainer) kryo.readClassAndObject(input)).getAtomCount();
            }
            return atoms;
        });
    }
}

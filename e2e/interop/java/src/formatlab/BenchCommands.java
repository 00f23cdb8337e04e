package formatlab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openscience.cdk.exception.CDKException;
import org.openscience.cdk.smiles.SmilesParser;
import uk.ac.ebi.beam.Graph;

/** Times of the reference in one process, so that the compiler at run time is warm: each repeat reads the whole file of SMILES from memory and prints its molecules a second. */
final class BenchCommands {
    /** Seconds of the same work before the first repeat that counts. */
    private static final double warmUpSeconds = 4;

    /** Where results go, so that no work can be left out. */
    static volatile long sink;

    interface Work {
        /** How many molecules it read, and something made of each. */
        long run() throws Exception;
    }

    private BenchCommands() {}

    static void register(Map<String, Main.Command> commands) {
        commands.put("beam-bench", args -> bench(SmilesCommands.lines(Path.of(args[0])), Integer.parseInt(args[1]), BenchCommands::beam));
        commands.put("cdk-bench", args -> bench(SmilesCommands.lines(Path.of(args[0])), Integer.parseInt(args[1]), BenchCommands::cdk));
    }

    interface OfLines {
        long run(List<String> lines) throws Exception;
    }

    private static void bench(List<String> lines, int repeats, OfLines work) throws Exception {
        repeat(lines.size(), repeats, () -> work.run(lines));
    }

    /** A line a repeat: molecules a second. */
    static void repeat(int molecules, int repeats, Work work) throws Exception {
        long end = System.nanoTime() + (long) (warmUpSeconds * 1e9);
        do sink += work.run();
        while (System.nanoTime() < end);
        for (int repeat = 0; repeat < repeats; repeat += 1) {
            long start = System.nanoTime();
            sink += work.run();
            System.out.printf(Locale.ROOT, "%.0f%n", molecules / ((System.nanoTime() - start) / 1e9));
        }
    }

    static long beam(List<String> lines) throws IOException {
        long atoms = 0;
        for (String line : lines) atoms += Graph.fromSmiles(line).order();
        return atoms;
    }

    static long cdk(List<String> lines) throws CDKException {
        SmilesParser parser = SmilesCommands.parser();
        long atoms = 0;
        for (String line : lines) atoms += parser.parseSmiles(line).getAtomCount();
        return atoms;
    }
}

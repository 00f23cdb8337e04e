package formatlab;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.openscience.cdk.CDKConstants;
import org.openscience.cdk.interfaces.IAtomContainer;
import org.openscience.cdk.smiles.SmilesGenerator;
import org.openscience.cdk.smiles.SmilesParser;

/**
 * Writing and reading of one format, in memory, with every repeat told: {@code measure row in out again repeats warmUpSeconds operation…}. Reads {@code in}, writes its molecules to {@code out}, reads
 * that and writes it once more to {@code again}, so that whoever asked can check both; then times what is asked. Prints a line of JSON for the machine, then one for each operation.
 */
final class MeasureCommands {
    /** As in the page: a sample is at least that long, of as many calls as it takes. */
    private static final double sampleMs = 5;
    private static final double agreement = 0.05;
    /** Warm-up ends there, whether windows agree or not. */
    private static final int mostWindows = 12;
    private static final int leastWindows = 4;

    interface Row {
        List<IAtomContainer> read(byte[] file) throws Exception;

        void write(List<IAtomContainer> molecules, OutputStream file) throws Exception;
    }

    private static final Map<String, Row> rows = new TreeMap<>();

    static {
        rows.put("java-objects", new Row() {
            @Override
            public List<IAtomContainer> read(byte[] file) throws Exception {
                return ObjectStreamCommands.readAll(new ByteArrayInputStream(file));
            }

            @Override
            public void write(List<IAtomContainer> molecules, OutputStream file) throws Exception {
                ObjectStreamCommands.writeAll(molecules, file);
            }
        });
        for (String numbers : List.of("variable-length", "fixed-width")) {
            rows.put("kryo/" + numbers, new Row() {
                @Override
                public List<IAtomContainer> read(byte[] file) {
                    return KryoCommands.readAll(numbers, file);
                }

                @Override
                public void write(List<IAtomContainer> molecules, OutputStream file) {
                    KryoCommands.writeAll(numbers, molecules, file);
                }
            });
        }
        rows.put("atom-container", new Row() {
            @Override
            public List<IAtomContainer> read(byte[] file) throws Exception {
                return AtomContainerCommands.readAll(file);
            }

            @Override
            public void write(List<IAtomContainer> molecules, OutputStream file) throws Exception {
                AtomContainerWriter.writeAll(molecules, file);
            }
        });
        rows.put("cml", new Row() {
            @Override
            public List<IAtomContainer> read(byte[] file) throws Exception {
                return FileCommands.readCml(new ByteArrayInputStream(file));
            }

            @Override
            public void write(List<IAtomContainer> molecules, OutputStream file) throws Exception {
                FileCommands.writeCml(molecules, file);
            }
        });
        rows.put("smiles", new Row() {
            @Override
            public List<IAtomContainer> read(byte[] file) throws Exception {
                SmilesParser parser = SmilesCommands.parser();
                List<IAtomContainer> molecules = new ArrayList<>();
                String text = new String(file, StandardCharsets.UTF_8);
                for (int at = 0, end; at < text.length(); at = end + 1) {
                    end = text.indexOf('\n', at);
                    int space = text.indexOf(' ', at);
                    boolean titled = space >= 0 && space < end;
                    IAtomContainer molecule = parser.parseSmiles(text.substring(at, titled ? space : end));
                    // The parser leaves titles out.
                    if (titled) molecule.setProperty(CDKConstants.TITLE, text.substring(space + 1, end));
                    molecules.add(molecule);
                }
                return molecules;
            }

            @Override
            public void write(List<IAtomContainer> molecules, OutputStream file) throws Exception {
                SmilesGenerator generator = SmilesGenerator.isomeric().aromatic().withAtomClasses();
                StringBuilder text = new StringBuilder();
                for (IAtomContainer molecule : molecules) {
                    text.append(generator.create(molecule));
                    String title = molecule.getProperty(CDKConstants.TITLE);
                    if (title != null && !title.isEmpty()) text.append(' ').append(title);
                    text.append('\n');
                }
                file.write(text.toString().getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    private MeasureCommands() {}

    static void register(Map<String, Main.Command> commands) {
        commands.put("measure", MeasureCommands::measure);
    }

    private static void measure(String[] args) throws Exception {
        Row row = rows.get(args[0]);
        if (row == null) throw new IllegalArgumentException("There are the rows " + String.join(", ", rows.keySet()) + ".");
        int repeats = Integer.parseInt(args[4]);
        double warmUpMs = Double.parseDouble(args[5]) * 1e3;
        long sinceStartMs = ManagementFactory.getRuntimeMXBean().getUptime();
        System.out.printf(Locale.ROOT, "{\"java\": %s, \"platform\": %s, \"logicalCores\": %d, \"timerStepMs\": %s, \"setUpMs\": %d}%n", Tables.quoted(System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version")),
                Tables.quoted(System.getProperty("os.name") + " " + System.getProperty("os.arch")), Runtime.getRuntime().availableProcessors(), timerStepMs(), sinceStartMs);
        List<IAtomContainer> molecules = row.read(Files.readAllBytes(Path.of(args[1])));
        long started = System.nanoTime();
        byte[] file = bytes(row, molecules);
        double coldWriteMs = (System.nanoTime() - started) / 1e6;
        Files.write(Path.of(args[2]), file);
        started = System.nanoTime();
        List<IAtomContainer> found = row.read(file);
        double coldReadMs = (System.nanoTime() - started) / 1e6;
        Files.write(Path.of(args[3]), bytes(row, found));
        for (int at = 6; at < args.length; at += 1) {
            if (args[at].equals("encode")) time("encode", molecules.size(), coldWriteMs, repeats, warmUpMs, () -> bytes(row, molecules).length);
            else if (args[at].equals("decode")) time("decode", molecules.size(), coldReadMs, repeats, warmUpMs, () -> row.read(file).size());
            else throw new IllegalArgumentException("There is no operation " + args[at] + ".");
        }
    }

    private static byte[] bytes(Row row, List<IAtomContainer> molecules) throws Exception {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        row.write(molecules, file);
        return file.toByteArray();
    }

    /** Windows of a quarter of the warm-up until the best calls of two of them agree; then the repeats, each of as many calls as a sample needs. */
    private static void time(String operation, int molecules, double coldMs, int repeats, double warmUpMs, BenchCommands.Work work) throws Exception {
        double passed = coldMs;
        double previous = Double.POSITIVE_INFINITY;
        double fastest = Double.POSITIVE_INFINITY;
        int calls = 1;
        boolean warm = false;
        for (int window = 0; window < mostWindows && !(warm && window >= leastWindows); window += 1) {
            double best = Double.POSITIVE_INFINITY;
            double ofWindow = 0;
            do {
                double elapsed = elapsedMs(work, 1);
                best = Math.min(best, elapsed);
                ofWindow += elapsed;
                calls += 1;
            } while (ofWindow < warmUpMs / leastWindows);
            passed += ofWindow;
            fastest = Math.min(fastest, best);
            warm = Math.abs(best - previous) <= agreement * Math.min(best, previous);
            previous = best;
        }
        int perSample = (int) Math.min(1 << 24, Math.max(1, Math.ceil(sampleMs / fastest)));
        List<String> samples = new ArrayList<>();
        for (int repeat = 0; repeat < repeats; repeat += 1) samples.add(String.valueOf(elapsedMs(work, perSample) / perSample));
        System.out.printf(Locale.ROOT, "{\"operation\": \"%s\", \"molecules\": %d, \"coldMs\": %s, \"warmUpMs\": %s, \"warmUpCalls\": %d, \"warm\": %b, \"callsPerSample\": %d, \"samplesMs\": %s}%n", operation, molecules, coldMs, passed, calls, warm,
                perSample, samples);
    }

    private static double elapsedMs(BenchCommands.Work work, int calls) throws Exception {
        long start = System.nanoTime();
        for (int call = 0; call < calls; call += 1) BenchCommands.sink += work.run();
        return (System.nanoTime() - start) / 1e6;
    }

    /** The smallest step of 50 changes. */
    private static double timerStepMs() {
        long smallest = Long.MAX_VALUE;
        for (int change = 0; change < 50; change += 1) {
            long start = System.nanoTime();
            long now = start;
            while (now == start) now = System.nanoTime();
            smallest = Math.min(smallest, now - start);
        }
        return smallest / 1e6;
    }
}

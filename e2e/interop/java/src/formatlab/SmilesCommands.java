package formatlab;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openscience.cdk.exception.CDKException;
import org.openscience.cdk.interfaces.IAtomContainer;
import org.openscience.cdk.silent.SilentChemObjectBuilder;
import org.openscience.cdk.smiles.SmilesParser;

/** SMILES as CDK reads them. */
final class SmilesCommands {
    private SmilesCommands() {}

    static void register(Map<String, Main.Command> commands) {
        commands.put("smiles", args -> read(Path.of(args[0]), Path.of(args[1])));
    }

    static SmilesParser parser() {
        return new SmilesParser(SilentChemObjectBuilder.getInstance());
    }

    /** The SMILES of each line, without the title that may follow it. */
    static List<String> lines(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) lines.add(line.split("[ \t]", 2)[0]);
        }
        return lines;
    }

    /** {@code smiles in.smi out.jsonl}: a line a molecule as {@link Tables} has it, or {@code {"error": …}} where CDK refuses it. */
    private static void read(Path in, Path out) throws IOException {
        SmilesParser parser = parser();
        try (BufferedWriter writer = Files.newBufferedWriter(out, StandardCharsets.UTF_8)) {
            for (String smiles : lines(in)) {
                String line;
                try {
                    IAtomContainer molecule = parser.parseSmiles(smiles);
                    line = Tables.of(molecule);
                } catch (CDKException | IllegalArgumentException refused) {
                    line = Tables.error(refused);
                }
                writer.write(line);
                writer.newLine();
            }
        }
    }
}

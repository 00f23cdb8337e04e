package formatlab;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.openscience.cdk.exception.CDKException;
import org.openscience.cdk.interfaces.IAtomContainer;
import org.openscience.cdk.interfaces.IAtomContainerSet;
import org.openscience.cdk.interfaces.IChemFile;
import org.openscience.cdk.io.CMLReader;
import org.openscience.cdk.io.CMLWriter;
import org.openscience.cdk.io.iterator.IteratingSDFReader;
import org.openscience.cdk.silent.AtomContainerSet;
import org.openscience.cdk.silent.ChemFile;
import org.openscience.cdk.silent.SilentChemObjectBuilder;
import org.openscience.cdk.smiles.SmilesParser;
import org.openscience.cdk.tools.manipulator.ChemFileManipulator;

/**
 * CML and SDF as CDK reads them: {@code cml in.cml out.jsonl}, {@code sdf in.sdf out.jsonl}, a line a molecule as {@link Tables} has it. And CML as CDK writes it:
 * {@code write-cml in.smi out.cml} of the molecules of a file of SMILES, {@code rewrite-cml in.cml out.cml} of those that it reads.
 */
final class FileCommands {
    private FileCommands() {}

    static void register(Map<String, Main.Command> commands) {
        commands.put("cml", args -> cml(Path.of(args[0]), Path.of(args[1])));
        commands.put("write-cml", args -> writeCml(Path.of(args[0]), Path.of(args[1])));
        commands.put("rewrite-cml", args -> rewriteCml(Path.of(args[0]), Path.of(args[1])));
        commands.put("sdf", args -> sdf(Path.of(args[0]), Path.of(args[1])));
    }

    private static void cml(Path in, Path out) throws IOException, CDKException {
        write(readCml(in), out);
    }

    private static List<IAtomContainer> readCml(Path in) throws IOException, CDKException {
        try (InputStream stream = Files.newInputStream(in)) {
            return readCml(stream);
        }
    }

    static List<IAtomContainer> readCml(InputStream stream) throws IOException, CDKException {
        try (CMLReader reader = new CMLReader(stream)) {
            IChemFile file = reader.read(new ChemFile());
            return ChemFileManipulator.getAllAtomContainers(file);
        }
    }

    private static void rewriteCml(Path in, Path out) throws IOException, CDKException {
        writeCml(readCml(in), out);
    }

    private static void writeCml(Path in, Path out) throws IOException, CDKException {
        SmilesParser parser = SmilesCommands.parser();
        List<IAtomContainer> molecules = new ArrayList<>();
        for (String smiles : SmilesCommands.lines(in)) molecules.add(parser.parseSmiles(smiles));
        writeCml(molecules, out);
    }

    private static void writeCml(List<IAtomContainer> molecules, Path out) throws IOException, CDKException {
        try (OutputStream stream = Files.newOutputStream(out)) {
            writeCml(molecules, stream);
        }
        System.out.println(molecules.size());
    }

    static void writeCml(List<IAtomContainer> molecules, OutputStream stream) throws IOException, CDKException {
        IAtomContainerSet set = new AtomContainerSet();
        for (IAtomContainer molecule : molecules) set.addAtomContainer(molecule);
        try (CMLWriter writer = new CMLWriter(stream)) {
            writer.write(set);
        }
    }

    private static void sdf(Path in, Path out) throws IOException {
        try (InputStream stream = Files.newInputStream(in); IteratingSDFReader reader = new IteratingSDFReader(stream, SilentChemObjectBuilder.getInstance())) {
            write(() -> reader, out);
        }
    }

    private static void write(Iterable<IAtomContainer> molecules, Path out) throws IOException {
        int count = 0;
        try (BufferedWriter writer = Files.newBufferedWriter(out, StandardCharsets.UTF_8)) {
            for (IAtomContainer molecule : molecules) {
                writer.write(Tables.of(molecule));
                writer.newLine();
                count += 1;
            }
        }
        System.out.println(count);
    }
}

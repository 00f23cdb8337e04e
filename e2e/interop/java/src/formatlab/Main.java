package formatlab;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The reference readers and writers in Java: {@code formatlab.Main <sub-command> <arguments>}. Each sub-command reads and writes files, says on standard output what it counted, and ends with 1 where it failed. {@code serve} runs many sub-commands in one process: see {@link Server}. */
public final class Main {
    /** Gets what follows the sub-command's name. */
    interface Command {
        void run(String[] args) throws Exception;
    }

    private static final Map<String, Command> commands = new TreeMap<>();

    static {
        SmilesCommands.register(commands);
        ObjectStreamCommands.register(commands);
        FileCommands.register(commands);
        BenchCommands.register(commands);
        KryoCommands.register(commands);
        AtomContainerCommands.register(commands);
        MeasureCommands.register(commands);
    }

    private Main() {}

    public static void main(String[] args) throws Exception {
        if (args.length == 1 && args[0].equals("serve")) {
            Server.run(commands);
            return;
        }
        Command command = args.length == 0 ? null : commands.get(args[0]);
        if (command == null) {
            System.err.println("There are the sub-commands " + String.join(", ", commands.keySet()) + ".");
            System.exit(2);
        }
        command.run(Arrays.copyOfRange(args, 1, args.length));
    }
}

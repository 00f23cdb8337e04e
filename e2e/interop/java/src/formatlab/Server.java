package formatlab;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs a sub-command for each line of standard input until it ends, so that CDK is loaded once. A line is a JSON array of texts, the sub-command and its arguments. The answer is a line, too:
 * {@code {"output": what the sub-command printed, "error": null, or how it failed}}.
 */
final class Server {
    private Server() {}

    static void run(Map<String, Main.Command> commands) throws IOException {
        PrintStream answers = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        PrintStream errors = System.err;
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = requests.readLine(); line != null; line = requests.readLine()) {
            // What one sub-command prints must not stand among the answers, nor among what the next one prints.
            ByteArrayOutputStream output = new ByteArrayOutputStream();
            ByteArrayOutputStream warnings = new ByteArrayOutputStream();
            System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
            String error = failure(commands, line, warnings);
            System.out.flush();
            System.setErr(errors);
            answers.println("{\"output\": " + Tables.quoted(output.toString(StandardCharsets.UTF_8)) + ", \"error\": " + (error == null ? "null" : Tables.quoted(error)) + "}");
            answers.flush();
        }
    }

    /** Null if the sub-command succeeds. A stack that overflows, or a heap that is full, ends the sub-command, not the process. */
    private static String failure(Map<String, Main.Command> commands, String line, ByteArrayOutputStream warnings) {
        try {
            List<String> words = texts(line);
            Main.Command command = words.isEmpty() ? null : commands.get(words.get(0));
            if (command == null) throw new IllegalArgumentException("There are the sub-commands " + String.join(", ", commands.keySet()) + ".");
            command.run(words.subList(1, words.size()).toArray(new String[0]));
            return null;
        } catch (Throwable thrown) {
            StringWriter trace = new StringWriter();
            thrown.printStackTrace(new PrintWriter(trace, true));
            return warnings.toString(StandardCharsets.UTF_8) + trace;
        }
    }

    /** The texts of a JSON array that holds nothing else. */
    static List<String> texts(String json) {
        List<String> found = new ArrayList<>();
        StringBuilder text = null;
        for (int at = 0; at < json.length(); at += 1) {
            char unit = json.charAt(at);
            if (text == null) {
                if (unit == '"') text = new StringBuilder();
                else if ("[], ".indexOf(unit) < 0) throw new IllegalArgumentException("no array of texts: " + json);
            } else if (unit == '"') {
                found.add(text.toString());
                text = null;
            } else if (unit != '\\') {
                text.append(unit);
            } else {
                at += 1;
                char escaped = json.charAt(at);
                int index = "bfnrt".indexOf(escaped);
                if (escaped == 'u') {
                    text.append((char) Integer.parseInt(json.substring(at + 1, at + 5), 16));
                    at += 4;
                } else {
                    text.append(index < 0 ? escaped : "\b\f\n\r\t".charAt(index));
                }
            }
        }
        if (text != null) throw new IllegalArgumentException("a text without an end: " + json);
        return found;
    }
}

package formatlab;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;

/** Compares graphs of objects field by field, also private and inherited ones, and which fields share an object. */
final class ObjectGraphs {
    private ObjectGraphs() {}

    private static final class Pair {
        final Object found;
        final Object expected;
        final String path;

        Pair(Object found, Object expected, String path) {
            this.found = found;
            this.expected = expected;
            this.path = path;
        }
    }

    /** Null where both are alike, else where they differ first. */
    static String difference(Object found, Object expected) throws IllegalAccessException {
        Map<Object, Object> partners = new IdentityHashMap<>();
        Deque<Pair> open = new ArrayDeque<>();
        open.add(new Pair(found, expected, ""));
        while (!open.isEmpty()) {
            Pair pair = open.remove();
            Object a = pair.found;
            Object b = pair.expected;
            if (a == null || b == null) {
                if (a != b) return pair.path + " is " + a + " instead of " + b;
                continue;
            }
            if (a.getClass() != b.getClass()) return pair.path + " is of " + a.getClass() + " instead of " + b.getClass();
            if (a instanceof String || a instanceof Number || a instanceof Boolean || a instanceof Character || a instanceof Enum) {
                if (!a.equals(b)) return pair.path + " is " + a + " instead of " + b;
                continue;
            }
            Object partner = partners.putIfAbsent(a, b);
            if (partner != null) {
                if (partner != b) return pair.path + " is another object";
                continue;
            }
            if (a.getClass().isArray()) {
                if (Array.getLength(a) != Array.getLength(b)) return pair.path + " has " + Array.getLength(a) + " elements instead of " + Array.getLength(b);
                for (int index = 0; index < Array.getLength(a); index += 1) open.add(new Pair(Array.get(a, index), Array.get(b, index), pair.path + "[" + index + "]"));
            } else if (a instanceof Map) {
                pairs(open, ((Map<?, ?>) a).entrySet(), ((Map<?, ?>) b).entrySet(), pair.path);
            } else if (a instanceof Map.Entry) {
                open.add(new Pair(((Map.Entry<?, ?>) a).getKey(), ((Map.Entry<?, ?>) b).getKey(), pair.path + ".key"));
                open.add(new Pair(((Map.Entry<?, ?>) a).getValue(), ((Map.Entry<?, ?>) b).getValue(), pair.path + ".value"));
            } else if (a instanceof Collection) {
                pairs(open, (Collection<?>) a, (Collection<?>) b, pair.path);
            } else {
                fields(open, a, b, pair.path);
            }
        }
        return null;
    }

    private static void pairs(Deque<Pair> open, Collection<?> found, Collection<?> expected, String path) {
        Object[] a = found.toArray();
        Object[] b = expected.toArray();
        open.add(new Pair(a.length, b.length, path + ".size()"));
        for (int index = 0; index < Math.min(a.length, b.length); index += 1) open.add(new Pair(a[index], b[index], path + "{" + index + "}"));
    }

    private static void fields(Deque<Pair> open, Object found, Object expected, String path) throws IllegalAccessException {
        for (Class<?> level = found.getClass(); level != Object.class; level = level.getSuperclass()) {
            for (Field field : level.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers())) continue;
                field.setAccessible(true);
                open.add(new Pair(field.get(found), field.get(expected), path + "." + level.getSimpleName() + "#" + field.getName()));
            }
        }
    }
}

import { opcode } from './opcodes';
import { PickleCursor } from './pickle-cursor';

/** What stands on the stack: values, and what is the same for all machines. */
type Item<Value> = Value | null | boolean | number;

/** The handler of an opcode; its return value is pushed on the stack. */
type Action<Machine, Value> = (machine: Machine, start: number) => Item<Value> | undefined;

/** The handlers by opcode. A table is faster than a switch over named codes, which compares one after another. */
type Actions<Machine, Value> = (Action<Machine, Value> | undefined)[];

/**
 * The stack machine for pickles. It imports, calls and executes nothing. What a value is, and which opcodes there are beside those of protocols 4 and 5, the class that extends it
 * tells.
 */
export abstract class PickleMachine<Value> extends PickleCursor {
  /** The opcodes that datasets need. */
  protected static datasetActions<Value, Machine extends PickleMachine<Value>>(): Actions<Machine, Value> {
    const table: Actions<Machine, Value> = new Array<Action<Machine, Value> | undefined>(256).fill(undefined);
    const literal = (code: number, read: Action<Machine, Value>) => {
      table[code] = read;
    };
    const effect = (code: number, act: (machine: Machine, start: number) => void) => {
      table[code] = (machine, start) => {
        act(machine, start);
        return undefined;
      };
    };
    literal(opcode.NONE, () => null);
    literal(opcode.NEWTRUE, () => true);
    literal(opcode.NEWFALSE, () => false);
    literal(opcode.BININT1, (machine) => machine.integer(machine.byte()));
    literal(opcode.BININT2, (machine) => machine.integer(machine.byte() + 256 * machine.byte()));
    literal(opcode.BININT, (machine) => machine.integer(machine.uint32() | 0));
    literal(opcode.BINFLOAT, (machine) => machine.view.getFloat64(machine.need(8)));
    literal(opcode.LONG1, (machine) => machine.long(machine.byte()));
    literal(opcode.SHORT_BINUNICODE, (machine, start) => machine.text(machine.byte(), start));
    literal(opcode.BINUNICODE, (machine, start) => machine.text(machine.uint32(), start));
    literal(opcode.BINUNICODE8, (machine, start) => machine.text(machine.uint64(), start));
    literal(opcode.SHORT_BINBYTES, (machine, start) => machine.bytes(machine.byte(), start));
    literal(opcode.BINBYTES, (machine, start) => machine.bytes(machine.uint32(), start));
    literal(opcode.BINBYTES8, (machine, start) => machine.bytes(machine.uint64(), start));
    literal(opcode.BYTEARRAY8, (machine, start) => machine.bytes(machine.uint64(), start));
    literal(opcode.EMPTY_TUPLE, (machine) => machine.tuple([]));
    literal(opcode.TUPLE1, (machine) => machine.tuple([machine.pop()]));
    literal(opcode.TUPLE2, (machine) => machine.tuple(machine.popMany(2)));
    literal(opcode.TUPLE3, (machine) => machine.tuple(machine.popMany(3)));
    literal(opcode.TUPLE, (machine, start) => machine.tuple(machine.popToMark(start)));
    literal(opcode.EMPTY_DICT, (machine) => machine.dict());
    literal(opcode.EMPTY_LIST, (machine) => machine.list());
    literal(opcode.BINGET, (machine, start) => machine.recall(machine.byte(), start));
    literal(opcode.LONG_BINGET, (machine, start) => machine.recall(machine.uint32(), start));
    literal(opcode.STACK_GLOBAL, (machine, start) => {
      const name = machine.pop();
      return machine.global(machine.pop(), name, start);
    });
    literal(opcode.REDUCE, (machine, start) => {
      const args = machine.pop();
      return machine.call(machine.pop(), args, start);
    });
    effect(opcode.FRAME, (machine, start) => machine.frame(start));
    effect(opcode.MARK, (machine) => machine.mark());
    effect(opcode.MEMOIZE, (machine, start) => machine.memoize(machine.top(start)));
    effect(opcode.SETITEM, (machine, start) => {
      const items = machine.popMany(2);
      machine.setItems(machine.top(start), items, start);
    });
    effect(opcode.SETITEMS, (machine, start) => {
      const items = machine.popToMark(start);
      machine.setItems(machine.top(start), items, start);
    });
    effect(opcode.APPEND, (machine, start) => {
      const items = machine.popMany(1);
      machine.append(machine.top(start), items, start);
    });
    effect(opcode.APPENDS, (machine, start) => {
      const items = machine.popToMark(start);
      machine.append(machine.top(start), items, start);
    });
    effect(opcode.BUILD, (machine, start) => {
      const state = machine.pop();
      machine.build(machine.top(start), state, start);
    });
    return table;
  }

  protected readonly stack: Item<Value>[] = [];
  /** The stack's length at the last mark; items below it are not popped. `marks` holds the earlier marks. */
  protected floor = 0;
  protected readonly marks: number[] = [];

  /** Reads to the first STOP, and returns the value. */
  protected run(): Item<Value> {
    for (;;) {
      const start = this.at;
      const code = this.byte();
      if (code === opcode.STOP) {
        this.stop(start);
        break;
      }
      const value = this.act(code, start);
      if (value !== undefined) this.stack.push(value);
    }
    const value = this.pop();
    if (this.stack.length > 0 || this.marks.length > 0)
      throw this.error(`ends with ${this.stack.length} values too many`, this.at);
    return value;
  }

  /** Runs the opcode that begins at `start`, and returns what it pushes. */
  protected abstract act(code: number, start: number): Item<Value> | undefined;
  /** Looks at the STOP that begins at `start`. */
  protected stop(_start: number): void {}
  /** Reads an integer of so many bytes. */
  protected abstract long(length: number): Item<Value>;
  /** Reads a text of so many bytes. */
  protected abstract text(length: number, start: number): Item<Value>;
  protected abstract bytes(length: number, start: number): Item<Value>;
  protected abstract tuple(items: Item<Value>[]): Item<Value>;
  protected abstract list(): Item<Value>;
  protected abstract dict(): Item<Value>;
  protected abstract memoize(value: Item<Value>): void;
  /** The value that the memo has by this number. */
  protected abstract recall(index: number, start: number): Item<Value>;
  protected abstract global(module: Item<Value>, name: Item<Value>, start: number): Item<Value>;
  protected abstract call(callable: Item<Value>, args: Item<Value>, start: number): Item<Value>;
  protected abstract build(object: Item<Value>, state: Item<Value>, start: number): void;
  protected abstract append(list: Item<Value>, items: readonly Item<Value>[], start: number): void;
  /** Sets keys and values in turn. */
  protected abstract setItems(dict: Item<Value>, items: readonly Item<Value>[], start: number): void;

  protected integer(value: number): Item<Value> {
    return value;
  }

  protected mark(): void {
    this.marks.push(this.floor);
    this.floor = this.stack.length;
  }

  protected pop(): Item<Value> {
    if (this.stack.length <= this.floor) throw this.error('takes a value from an empty stack', this.at);
    return this.stack.pop() as Item<Value>;
  }

  protected top(start: number): Item<Value> {
    const value = this.stack.at(-1);
    if (value === undefined || this.stack.length <= this.floor)
      throw this.error('takes a value from an empty stack', start);
    return value;
  }

  protected popMany(count: number): Item<Value>[] {
    if (this.stack.length - count < this.floor) throw this.error('takes a value from an empty stack', this.at);
    // Most slices have a few values, for which splice would take longer than everything else.
    if (count > 8) return this.stack.splice(this.stack.length - count, count);
    const items = new Array<Item<Value>>(count);
    for (let index = count - 1; index >= 0; index -= 1) items[index] = this.stack.pop() as Item<Value>;
    return items;
  }

  protected popToMark(start: number): Item<Value>[] {
    const outer = this.marks.pop();
    if (outer === undefined) throw this.error('ends a list that did not begin', start);
    const items = this.popMany(this.stack.length - this.floor);
    this.floor = outer;
    return items;
  }

  /** Takes the bytes of a value, and returns where they start. */
  protected take(length: number, start: number): number {
    if (length > this.file.length - this.at)
      throw this.error(`has a value of ${length} bytes, but only ${this.file.length - this.at} are left`, start);
    this.at += length;
    return this.at - length;
  }

  /** The integer of so many bytes in two's complement. */
  protected bigInteger(length: number): bigint {
    const from = this.need(length);
    let value = 0n;
    for (let index = length - 1; index >= 0; index -= 1)
      value = (value << 8n) | BigInt(this.file[from + index] as number);
    return BigInt.asIntN(8 * length, value);
  }
}

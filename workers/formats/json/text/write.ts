import { type Dataset, type KeyedVectors, kindNames, type NumericArray, type Table } from '../../../model/dataset';
import type { Allocate } from '../../../model/entry';
import { FormatlabError } from '../../../model/errors';
import { TextSink } from '../../../columns/text-file';
import { textFormatter } from '../../../columns/text-values';
import { cellTexts } from './cells';
import { writeCollection } from './collections';
import { type JsonLayout, writeRecords } from './layout';

export function writeJson(dataset: Dataset, layout: JsonLayout, allocate?: Allocate): Uint8Array<ArrayBuffer> {
  const sink = new TextSink();
  switch (dataset.kind) {
    case 'table':
      writeTable(dataset, layout, sink);
      break;
    case 'keyedVectors':
      writeVectors(dataset, layout, sink);
      break;
    case 'array':
      writeArray(dataset, sink);
      break;
    case 'stringArray':
    case 'list':
    case 'dict':
    case 'records':
      writeCollection(dataset, layout, sink);
      break;
    default:
      throw new FormatlabError({
        tag: 'unsupported',
        stage: 'encode',
        format: 'json',
        message: `Formatlab has no JSON layout for ${kindNames[dataset.kind]}.`,
      });
  }
  return sink.finish(allocate);
}

function writeTable(table: Table, layout: JsonLayout, sink: TextSink): void {
  const { rowCount, columns } = table;
  const cells = columns.map(cellTexts);
  const names = columns.map(({ name }) => `${JSON.stringify(name)}:`);
  if (layout === 'columns') {
    sink.write('{');
    cells.forEach((cell, index) => {
      sink.write(`${index === 0 ? '' : ','}${names[index]}[`);
      for (let row = 0; row < rowCount; row += 1) sink.write(row === 0 ? cell(row) : `,${cell(row)}`);
      sink.write(']');
    });
    sink.write('}');
    return;
  }
  writeRecords(rowCount, layout, sink, (row) => {
    let text = '{';
    for (let index = 0; index < cells.length; index += 1)
      text += `${index === 0 ? '' : ','}${names[index]}${cells[index]?.(row)}`;
    return `${text}}`;
  });
}

function writeVectors({ entries, elementType }: KeyedVectors, layout: JsonLayout, sink: TextSink): void {
  const text = textFormatter(elementType);
  const listOf = (vector: Float64Array | Float32Array) => {
    let list = '[';
    for (let index = 0; index < vector.length; index += 1) {
      const value = vector[index] as number;
      list += `${index === 0 ? '' : ','}${Number.isFinite(value) ? text(value) : 'null'}`;
    }
    return `${list}]`;
  };
  const pairs = entries.entries();
  const next = () => pairs.next().value as [string, Float64Array | Float32Array];
  if (layout === 'columns') {
    sink.write('{');
    for (let row = 0; row < entries.size; row += 1) {
      const [id, vector] = next();
      sink.write(`${row === 0 ? '' : ','}${JSON.stringify(id)}:${listOf(vector)}`);
    }
    sink.write('}');
    return;
  }
  writeRecords(entries.size, layout, sink, () => {
    const [id, vector] = next();
    return `{"id":${JSON.stringify(id)},"vector":${listOf(vector)}}`;
  });
}

/** Nested lists, one level per dimension. */
function writeArray({ elementType, shape, values }: NumericArray, sink: TextSink): void {
  const text = textFormatter(elementType);
  let at = 0;
  const write = (axis: number) => {
    if (axis === shape.length) {
      const value = values[at] as number | bigint;
      at += 1;
      sink.write(typeof value === 'number' && !Number.isFinite(value) ? 'null' : text(value));
      return;
    }
    sink.write('[');
    for (let index = 0; index < (shape[axis] as number); index += 1) {
      if (index > 0) sink.write(',');
      write(axis + 1);
    }
    sink.write(']');
  };
  write(0);
}

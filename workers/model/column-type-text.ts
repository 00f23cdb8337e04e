import type { TimeUnit } from './column';
import type { ColumnSchema } from './column-schema';

const unitText: Record<TimeUnit, string> = { s: 's', ms: 'ms', us: 'µs', ns: 'ns' };
/** Fields of a struct that the text names before it is cut off. */
const shownFields = 4;

/**
 * A column's type with its parameters and parts, for people: `decimal(12, 2)`, `timestamp (ns, Europe/Berlin)`, `list of struct {a:
 * int64}`.
 */
export function columnTypeText(column: ColumnSchema): string {
  switch (column.type) {
    case 'timestamp': {
      const { unit, timeZone } = column;
      if (unit === undefined && timeZone === undefined) return 'timestamp';
      return `timestamp (${unitText[unit ?? 'us']}${timeZone === undefined ? '' : `, ${timeZone}`})`;
    }
    case 'time':
    case 'duration':
      return `${column.type} (${unitText[column.unit]})`;
    case 'decimal':
      return `decimal(${column.precision}, ${column.scale})`;
    case 'fixedBinary':
      return `binary of ${column.width} bytes`;
    case 'category':
      return `${column.ordered ? 'ordered category' : 'category'} of ${columnTypeText(column.item)}`;
    case 'list':
      return `list of ${columnTypeText(column.item)}`;
    case 'struct': {
      const fields = column.fields.slice(0, shownFields).map((field) => `${field.name}: ${columnTypeText(field)}`);
      return `struct {${fields.join(', ')}${column.fields.length > shownFields ? ', …' : ''}}`;
    }
    default:
      return column.type;
  }
}

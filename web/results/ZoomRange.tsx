import { NumberField } from '../ui/NumberField';
import type { FrameAxis } from './fields/chart-frame';
import type { Field } from './fields/field';
import type { Span, Zoom } from './fields/zoom';
import { capital } from './point-facts';
import styles from './Scatter.module.css';

interface ZoomRangeProps {
  readonly x: { readonly field: Field; readonly axis: FrameAxis };
  readonly y: { readonly field: Field; readonly axis: FrameAxis };
  readonly onZoom: (zoom: Zoom) => void;
}

/** Fields for the limits of each numeric axis. */
export function ZoomRange({ x, y, onZoom }: ZoomRangeProps) {
  if (x.field.kind === 'category' && y.field.kind === 'category') return null;
  return (
    <div className={styles.range}>
      <SpanFields {...x} onSpan={(span) => onZoom({ x: span, y: y.axis.domain })} />
      <SpanFields {...y} onSpan={(span) => onZoom({ x: x.axis.domain, y: span })} />
    </div>
  );
}

/** Rounds for display, to six significant digits. */
const shown = (value: number) => Number(value.toPrecision(6));

function SpanFields({
  field,
  axis: { domain, whole },
  onSpan,
}: {
  readonly field: Field;
  readonly axis: FrameAxis;
  readonly onSpan: (span: Span) => void;
}) {
  if (field.kind === 'category') return null;
  const { unit, factor } = field.entry;
  const [low, high] = domain;
  const note = unit === '' ? undefined : unit;
  const name = capital(field.phrase);
  return (
    <>
      <NumberField
        label={`${name} from`}
        note={note}
        value={shown(low / factor)}
        min={shown(whole[0] / factor)}
        max={shown(high / factor)}
        integer={false}
        onChange={(value) => {
          if (value * factor < high) onSpan([Math.max(whole[0], value * factor), high]);
        }}
      />
      <NumberField
        label={`${name} to`}
        note={note}
        value={shown(high / factor)}
        min={shown(low / factor)}
        max={shown(whole[1] / factor)}
        integer={false}
        onChange={(value) => {
          if (value * factor > low) onSpan([low, Math.min(whole[1], value * factor)]);
        }}
      />
    </>
  );
}

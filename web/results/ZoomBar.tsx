import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import styles from './Scatter.module.css';
import type { ZoomActions } from './use-zoom';

interface ZoomBarProps {
  readonly isZoomed: boolean;
  readonly selecting: boolean;
  readonly actions: ZoomActions;
  readonly onSelecting: (selecting: boolean) => void;
}

/** The buttons that zoom. By touch, a rectangle can be drawn after “Draw an area” is pressed, since dragging otherwise scrolls the page. */
export function ZoomBar({ isZoomed, selecting, actions, onSelecting }: ZoomBarProps) {
  return (
    <fieldset className={styles.zoomButtons}>
      <legend className="visually-hidden">Zoom of the chart</legend>
      <Button size="small" aria-label="Zoom in" onClick={actions.zoomIn}>
        <Icon name="plus" />
      </Button>
      <Button size="small" aria-label="Zoom out" disabled={!isZoomed} onClick={actions.zoomOut}>
        <Icon name="minus" />
      </Button>
      <Button
        size="small"
        className={styles.touchOnly}
        aria-pressed={selecting}
        onClick={() => onSelecting(!selecting)}
      >
        Draw an area
      </Button>
      {isZoomed && (
        <Button size="small" onClick={actions.reset}>
          Show everything
        </Button>
      )}
    </fieldset>
  );
}

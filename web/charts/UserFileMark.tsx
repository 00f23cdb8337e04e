import chart from './chart.module.css';

/** The point that marks the user's file: a ring with a dot, as no candidate has. */
export function UserFileRing() {
  return (
    <>
      <circle r={5.6} className={chart.userFileRing} />
      <circle r={2} className={chart.userFileDot} />
    </>
  );
}

/** A sample of the line or the point that marks the user's file, for a legend. */
export function UserFileSwatch({ isPoint = false }: { readonly isPoint?: boolean }) {
  return isPoint ? (
    <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <UserFileRing />
    </svg>
  ) : (
    <svg width="22" height="14" viewBox="0 0 22 14" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path d="M1,7H21" className={chart.userFile} />
    </svg>
  );
}

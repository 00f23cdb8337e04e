const paths = {
  plus: 'M8 3.5v9M3.5 8h9',
  minus: 'M3.5 8h9',
  close: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  check: 'M3.5 8.5l3 3 6-7',
  play: 'M5 3.5v9l7-4.5z',
  stop: 'M4.5 4.5h7v7h-7z',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  upload: 'M8 10.5V3M5 6l3-3 3 3M3 11v2h10v-2',
  approximate: 'M3 6.6c1.7-1.8 3.3-1.8 5 0s3.3 1.8 5 0M3 10.6c1.7-1.8 3.3-1.8 5 0s3.3 1.8 5 0',
  chevron: 'M4.5 6.5L8 10l3.5-3.5',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9',
  moon: 'M13 9.8A5.5 5.5 0 0 1 6.2 3a5.5 5.5 0 1 0 6.8 6.8z',
  system: 'M2.5 3.5h11v7h-11zM6 13.5h4M8 10.5v3',
  warning: 'M8 2.5l6 11H2zM8 6.5v3M8 11.4v.2',
  info: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.3v3.4M8 5.2v.2',
  error: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 5v3.6M8 10.7v.2',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5.3a2.5 2.5 0 0 1 5 0v2.2',
} as const;

export type IconName = keyof typeof paths;

/** A 16 px line icon. Screen readers ignore it and read the name of the control that contains it. */
export function Icon({ name, filled = false }: { readonly name: IconName; readonly filled?: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" focusable="false" style={{ flex: 'none' }}>
      <path
        d={paths[name]}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

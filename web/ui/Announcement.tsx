import { useEffect, useRef, useState } from 'react';

const announceEveryMs = 5_000;

/** Announces a text that changes often to screen readers, at most every five seconds. */
export function Announcement({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState(text);
  const newest = useRef(text);
  useEffect(() => {
    newest.current = text;
  }, [text]);
  useEffect(() => {
    const timer = setInterval(() => setAnnounced(newest.current), announceEveryMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="visually-hidden" role="status" aria-live="polite">
      {announced}
    </span>
  );
}

/**
 * Asks the browser to keep the screen on during a run. The browser releases the lock when the page is hidden, so the request is repeated
 * whenever the page becomes visible. A refusal (for example on a low battery) is not an error. Returns a function that releases the lock.
 */
export function keepScreenAwake(): () => void {
  let lock: WakeLockSentinel | null = null;
  let over = false;
  const ask = async () => {
    if (over || document.hidden || !('wakeLock' in navigator)) return;
    try {
      const given = await navigator.wakeLock.request('screen');
      if (over) void given.release();
      else lock = given;
    } catch {
      // Refused. The run continues; if the screen then turns off, the engine notices that the tab is hidden.
    }
  };
  const onVisibility = () => void ask();
  document.addEventListener('visibilitychange', onVisibility);
  void ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', onVisibility);
    void lock?.release();
  };
}

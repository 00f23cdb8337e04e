/**
 * Asks the browser not to turn the screen off while a run goes on, again each time the page comes back to the front (the lock
 * falls away when it is hidden). Refusal is no error: a phone on its last battery may say no. Returns how to let the screen sleep.
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
      // Refused; the run goes on, and a tab that gets hidden is noticed.
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

/**
 * Awaits a WASM call that continues in later tasks. A trap in a later task becomes an uncaught error, and the call's promise never settles. This function listens for
 * that error and rejects.
 */
export function rejectOnWasmTrap<T>(call: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const hear = (event: Event, thrown: unknown) => {
      if (!(thrown instanceof WebAssembly.RuntimeError)) return;
      event.preventDefault();
      reject(thrown);
    };
    const onError = (event: ErrorEvent) => hear(event, event.error);
    const onRejection = (event: PromiseRejectionEvent) => hear(event, event.reason);
    self.addEventListener('error', onError);
    self.addEventListener('unhandledrejection', onRejection);
    call.then(resolve, reject).finally(() => {
      self.removeEventListener('error', onError);
      self.removeEventListener('unhandledrejection', onRejection);
    });
  });
}

/**
 * The result of a call into WASM that goes on in later tasks. A trap in one of them is thrown into the void and the promise
 * never settles; it is heard here as the uncaught error that it is, and rejects.
 */
export function untilTrap<T>(call: Promise<T>): Promise<T> {
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

/** A store of which each method returns a promise. */
type AsyncStore<T> = { readonly [K in keyof T]: (...args: never[]) => Promise<unknown> };

/** A store whose code loads on first use, since the page appears without it. After a failure, the next call tries again. */
export function loadedLater<T extends AsyncStore<T>>(load: () => Promise<T>): T {
  let loading: Promise<T> | null = null;
  const store = () => {
    loading ??= load().catch((thrown: unknown) => {
      loading = null;
      throw thrown;
    });
    return loading;
  };
  return new Proxy({} as T, {
    get:
      (_target, method) =>
      async (...args: never[]) =>
        (await store())[method as keyof T](...args),
  });
}

/** The locks that pages of this site share. Null outside secure contexts, where pages can't know of each other. */
export const browserLocks = (): LockManager | null => globalThis.navigator?.locks ?? null;

/** The tag of a test that the quick suite runs only for this case, since others are much like it. */
export const fullUnless = (isQuick: boolean): { tag: string[] } => ({
  tag: isQuick ? [] : ['@full'],
});

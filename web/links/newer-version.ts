/** What is said of a link or a file that a newer version of Formatlab made. */
export const newerVersionMessage =
  'It was made by a newer version of Formatlab. Reload the page to get the latest version, then open it again.';

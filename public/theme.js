{
  // Before the first paint, so that a dark page never flashes white.
  let choice = null;
  try {
    choice = localStorage.getItem('formatlab.theme');
  } catch {
    // Storage is refused: the system's theme.
  }
  document.documentElement.dataset.theme = choice === 'light' || choice === 'dark' ? choice : matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

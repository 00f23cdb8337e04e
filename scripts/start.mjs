import { ensureInstalled } from './install.mjs';

ensureInstalled();
// Imported after the installation, since these modules need the installed packages.
const { ensureBuilt } = await import('./build.mjs');
const { serveFolder } = await import('./serve.mjs');
ensureBuilt();

const wanted = Number(process.env.PORT ?? 4173);
const { url } = await serveFolder({
  root: new URL('../dist', import.meta.url).pathname,
  port: wanted,
  host: 'localhost',
});
console.log(`\nFormatlab is at ${url}\nStop it with Ctrl+C.`);

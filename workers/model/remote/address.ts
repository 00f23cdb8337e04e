import { FormatlabError } from '../errors';
import { addressLimit } from './address-limit';

/** The page that asks: what it may load depends on how it was loaded itself. */
interface AskingPage {
  /** `https:` or `http:`. */
  readonly protocol: string;
}

/** An error about an address, for the page to show beside the field. */
export function addressError(
  message: string,
  remedy: string,
  options: { readonly tag?: 'malformedInput' | 'unsupported' | 'tooLarge'; readonly cause?: unknown } = {},
): FormatlabError {
  const { tag = 'malformedInput', cause } = options;
  return new FormatlabError(
    { tag, stage: 'import', message: message.slice(0, 2_000), remedy: remedy.slice(0, 500) },
    { cause },
  );
}

/** Browsers load from this machine over HTTP, also into a page of HTTPS. */
const isThisMachine = (hostname: string) =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname);

/**
 * The address in a text, which may come from a link. Nothing is fetched.
 * @throws {FormatlabError} that says why the page can't fetch from it.
 */
export function parseAddress(text: string, page: AskingPage): URL {
  const given = text.trim();
  if (given === '') throw addressError('The address is empty.', 'Write one, such as https://example.org/data.parquet.');
  if (given.length > addressLimit)
    throw addressError(
      `The address has ${given.length.toLocaleString('en')} characters; at most ${addressLimit.toLocaleString('en')} are read.`,
      'Use a shorter address.',
    );
  if (!URL.canParse(given))
    throw addressError(
      'This is not a whole address.',
      'Write it with https:// at its beginning, such as https://example.org/data.parquet.',
    );
  const url = new URL(given);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw addressError(
      `The page can’t fetch from an address that starts with “${url.protocol}”.`,
      'Use an address that starts with https://. If the file is on this machine, choose it or drop it instead.',
      { tag: 'unsupported' },
    );
  if (url.username !== '' || url.password !== '')
    throw addressError(
      'The address contains a user name or a password, which browsers refuse to send.',
      'Download the file, and drop it on the page.',
      { tag: 'unsupported' },
    );
  if (url.protocol === 'http:' && page.protocol === 'https:' && !isThisMachine(url.hostname))
    throw addressError(
      'This page was loaded over HTTPS, and browsers refuse to load data over HTTP into such a page.',
      'Try the address with https://. If the host has no HTTPS, download the file, and drop it on the page.',
      { tag: 'unsupported' },
    );
  url.hash = '';
  return url;
}

/** The name of the file at an address. */
export function fileNameOf(url: URL): string {
  const last = url.pathname.split('/').filter(Boolean).at(-1) ?? url.hostname;
  try {
    return decodeURIComponent(last).slice(0, 200);
  } catch {
    return last.slice(0, 200);
  }
}

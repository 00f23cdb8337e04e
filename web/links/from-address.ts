import { addressLimit } from '../../workers/model/remote/address-limit';

/** The name of the parameter with the address of a file: in the query (`?from=URL`), or in the fragment (`#from=URL`). */
const parameter = 'from';

/** More than an address may have, so that a longer one is refused and not cut to another one. */
const readCharacters = addressLimit + 1;

/**
 * The address of a file that a link asks to open: a data file, results, or a set of published results. It comes from outside, and
 * nothing is fetched before the user asks for it. Null if the link names none.
 */
export function addressInLink({ search, hash }: { readonly search: string; readonly hash: string }): string | null {
  const fragment = hash.startsWith(`#${parameter}=`) ? new URLSearchParams(hash.slice(1)) : null;
  return (fragment ?? new URLSearchParams(search)).get(parameter)?.slice(0, readCharacters) ?? null;
}

/** True for a fragment that is an address of a file, and no view. */
export const isAddressFragment = (fragment: string): boolean => fragment.startsWith(`${parameter}=`);

/** The link that asks to open the file at an address. In the fragment, the address is not sent to the page's own host. */
export const linkToAddress = (address: string, page: string): string =>
  `${page.replace(/[?#].*$/s, '')}#${parameter}=${encodeURIComponent(address)}`;

import type { Environment } from '../../workers/model/environment';

/** `Chrome 156 on Linux x86_64` out of a user agent; the user agent itself where it names none that is known. */
export function browserName({ userAgent, platform }: Pick<Environment, 'userAgent' | 'platform'>): string {
  // Order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
  const patterns: readonly (readonly [string, RegExp])[] = [
    ['Edge', /Edg\/(\d+)/],
    ['Opera', /OPR\/(\d+)/],
    ['Firefox', /Firefox\/(\d+)/],
    ['Headless Chrome', /HeadlessChrome\/(\d+)/],
    ['Chrome', /Chrome\/(\d+)/],
    ['Safari', /Version\/(\d+).*Safari/],
  ];
  for (const [name, pattern] of patterns) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}${platform === '' ? '' : ` on ${platform}`}`;
  }
  return userAgent;
}

/** Whether a browser took the run; else a native harness did, which says what it is in place of a user agent. */
export const isBrowser = ({ userAgent }: Pick<Environment, 'userAgent'>): boolean => userAgent.startsWith('Mozilla/');

/** Change of the fixed kernel's time over the run; null where it was not taken twice. Rule 16: above a tenth is a warning, never a correction. */
export function driftOf({
  kernelMsBefore,
  kernelMsAfter,
}: Pick<Environment, 'kernelMsBefore' | 'kernelMsAfter'>): { readonly change: number; readonly warns: boolean } | null {
  if (kernelMsBefore === null || kernelMsAfter === null || kernelMsBefore === 0) return null;
  const change = kernelMsAfter / kernelMsBefore - 1;
  return { change, warns: Math.abs(change) > 0.1 };
}

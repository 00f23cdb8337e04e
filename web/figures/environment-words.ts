import type { Environment } from '../../workers/model/environment';

/** The browser's name from its user agent: `Chrome 156 on Linux x86_64`. An unknown user agent is returned unchanged. */
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

/** True if the run was taken by a browser. A native harness writes its own name in place of the user agent. */
export const isBrowserRun = ({ userAgent }: Pick<Environment, 'userAgent'>): boolean =>
  userAgent.startsWith('Mozilla/');

/** The change of the calibration time from the start to the end of the run. Null if it was not measured twice. Rule 16: a change above 10 % is shown as a warning; times are never corrected. */
export function relativeDriftOf({
  kernelMsBefore,
  kernelMsAfter,
}: Pick<Environment, 'kernelMsBefore' | 'kernelMsAfter'>): { readonly change: number; readonly warns: boolean } | null {
  if (kernelMsBefore === null || kernelMsAfter === null || kernelMsBefore === 0) return null;
  const change = kernelMsAfter / kernelMsBefore - 1;
  return { change, warns: Math.abs(change) > 0.1 };
}

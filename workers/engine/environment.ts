import { version } from '../../package.json';
import type { LibraryMeta } from '../model/entry';
import type { Environment } from '../model/environment';
import type { Candidate } from '../model/plan';
import type { Clock } from './clock';
import { measureTimerStepMs } from './clock';
import { findCodec, findFormat, type MeasuringRegistry } from './registry';

/** Packages of the candidates' libraries with version, and what runs inside them. The platform's own and ours are told by user agent and Formatlab's version. */
export function librariesOf(candidates: readonly Candidate[], registry: Pick<MeasuringRegistry, 'formats' | 'codecs'>): Record<string, string> {
  const libraries: LibraryMeta[] = candidates.flatMap(({ format, implementation, codec }) => {
    const fileCodec = codec?.granularity === 'file' ? findCodec(registry, codec.id, codec.implementation) : null;
    return [findFormat(registry, format, implementation)?.implementation.library, fileCodec?.implementation.library].filter((library) => library !== undefined);
  });
  return Object.fromEntries(
    libraries.filter((library) => library.version !== '').map((library) => [library.package, library.contains === undefined ? library.version : `${library.version} (${library.contains})`.slice(0, 100)]),
  );
}

/** Chromium only, a power of two, in GiB. */
function deviceMemoryGiB(navigator: object): number | null {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' && navigator.deviceMemory > 0 ? navigator.deviceMemory : null;
}

/** What this worker can tell of where it runs. */
export function readEnvironment(clock: Clock, libraries: Record<string, string>, machineLabel: string | null): Environment {
  const { navigator } = self;
  const { userAgent, platform, hardwareConcurrency } = navigator;
  return {
    userAgent: userAgent.slice(0, 1_000),
    platform: (platform || 'unknown').slice(0, 200),
    logicalCores: hardwareConcurrency > 0 ? hardwareConcurrency : null,
    deviceMemoryGiB: deviceMemoryGiB(navigator),
    crossOriginIsolated: self.crossOriginIsolated === true,
    timerStepMs: measureTimerStepMs(clock),
    kernelMsBefore: null,
    kernelMsAfter: null,
    formatlabVersion: version,
    libraries,
    machineLabel,
  };
}

import { version } from '../../package.json';
import type { LibraryMeta } from '../model/entry';
import type { Environment } from '../model/environment';
import { type Candidate, wrappingCodec } from '../model/plan';
import type { Clock } from './clock';
import { measureTimerStepMs } from './clock';
import { findCodec, findFormat, type MeasuringRegistry } from './registry';

/** A library that we build from upstream sources, as the metadata names it: 'zstd 1.5.7'. */
const upstream = /^(\S+) (\d\S*)$/;

/**
 * The packages of the candidates' libraries and the libraries inside them, with versions. Upstream libraries that Formatlab builds have
 * their own names. The browser's codecs are covered by the user agent, and ours by Formatlab's version.
 */
export function librariesOf(
  candidates: readonly Candidate[],
  registry: Pick<MeasuringRegistry, 'formats' | 'codecs'>,
): Record<string, string> {
  const libraries: LibraryMeta[] = candidates.flatMap((candidate) => {
    const codec = wrappingCodec(candidate);
    const fileCodec = codec === null ? null : findCodec(registry, codec.id, codec.implementation);
    return [
      findFormat(registry, candidate.format, candidate.implementation)?.implementation.library,
      fileCodec?.implementation.library,
    ].filter((library) => library !== undefined);
  });
  return Object.fromEntries(
    libraries.flatMap(({ package: name, version: ofPackage, contains }) => {
      if (ofPackage !== '') return [[name, contains === undefined ? ofPackage : `${ofPackage} (${contains})`]];
      const [, built, ofBuilt] = (name === 'formatlab' && upstream.exec(contains ?? '')) || [];
      return built === undefined || ofBuilt === undefined ? [] : [[built, `${ofBuilt} (built by Formatlab)`]];
    }),
  );
}

/** Memory of the device in GiB, a power of two; null if the browser does not report it. Only Chromium does. */
function deviceMemoryGiB(navigator: object): number | null {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' && navigator.deviceMemory > 0
    ? navigator.deviceMemory
    : null;
}

/** The environment, as far as this worker knows it. */
export function readEnvironment(
  clock: Clock,
  libraries: Record<string, string>,
  machineLabel: string | null,
): Environment {
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

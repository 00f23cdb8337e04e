import type { LinkPresetId } from '../../view/named-situations';

/** Where the figures of each link come from. It is loaded with the fields, later than the presets. */
export const linkSources: Readonly<Record<LinkPresetId, string>> = {
  none: 'Only encoding and decoding count.',
  nvme: 'About three quarters of the 3.94 GB/s of PCIe 3.0 with four lanes.',
  sata: 'The 500 MB/s of the “ideal IO time” of the Awkward Parquet study (source 004).',
  disk: 'A 7,200-rpm disk: about 200 MB/s in sequence; 8 ms to seek and 4 ms for half a turn.',
  lan: 'Gigabit Ethernet: 1 Gbit/s, without its headers.',
  objectStore: 'One connection to Amazon S3: 85 MB/s and 100 to 200 ms, as its performance guidelines say.',
  broadband: 'The FCC’s benchmark of 2024: 100 Mbit/s down, 20 Mbit/s up.',
  mobile: 'The LTE profile of WebPageTest: 12 Mbit/s in both directions, 70 ms.',
};

import type { FormatMeta } from '../../model/entry';

const noFile = 'The browser converts from objects to objects and hands out no bytes: there is no file that could be ';

export const meta: FormatMeta = {
  id: 'structured-clone',
  notInNativeScript: 'The structured clone is the browser’s own copy in memory: Python has none.',
  label: 'Structured clone',
  extension: 'clone',
  mediaType: 'application/octet-stream',
  description:
    'The browser’s own object serialization, which copies objects. It stands in for PyCall’s conversion of Python objects to Julia objects, which a browser does not have. It returns no bytes, so it has no size.',
  selfDescribing: true,
  readers: 'It makes no file.',
  implementations: [
    {
      id: 'browser',
      label: 'structuredClone, instead of PyCall',
      library: { package: 'browser', version: '', license: 'of the browser' },
      options: [],
      innerCodecs: [],
      conversion: true,
      holds: () => true,
      unsupported: (operation) => {
        switch (operation) {
          case 'encode':
            return null;
          case 'decode':
            return `${noFile}decoded.`;
          case 'project':
            return `${noFile}read in part.`;
          case 'lookup':
          case 'warmLookup':
            return `${noFile}searched for a key.`;
        }
      },
      clock: { encode: ['convert', 'allocate'] },
      wasmCopyInClock: null,
      loss: () => [],
      estimateMBps: { encode: 60, decode: 60, objects: { encode: 30, decode: 30 } },
      warning:
        'This is not PyCall itself. Like PyCall, it visits and allocates every object in one call, in one process. Unlike PyCall, both sides are JavaScript, and the browser uses an internal buffer in between.',
    },
  ],
};

import type { FormatModule } from '../../../model/entry';
import { applyJsonLoss } from '../text/forget';
import { readJson } from '../text/read';
import type { JsonLayout } from '../text/layout';
import { writeJson } from '../text/write';

export const format: FormatModule = {
  async open({ options, schema }) {
    const layout: JsonLayout = options.layout === 'records' || options.layout === 'lines' ? options.layout : 'columns';
    return {
      encode: (dataset, allocate) => writeJson(dataset, layout, allocate),
      decode: (file) => readJson(file, schema, layout),
    };
  },
  forget: applyJsonLoss,
};

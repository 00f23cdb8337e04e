/** @typedef {{ layers: string[], unit: string[], browser: string[], e2e: string[], interop: string[], env: Record<string, string>, leftOut: string[] }} Related */

/** @param {string} ref @returns {Related} */
export function relatedTo(ref) {
  return { layers: [], unit: [ref], browser: [], e2e: [], interop: [], env: {}, leftOut: [] };
}

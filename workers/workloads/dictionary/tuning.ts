/**
 * Constants that bench/dictionary-calibration.mjs fitted to the published figures. They are in a JSON file, since the Python generator
 * reads them, too.
 */
export { default as tuning } from './tuning.json';

/** What was fitted to the published figures by bench/dictionary-calibration.mjs; in a file of its own since the Python generator reads it too. */
export { default as tuning } from './tuning.json';

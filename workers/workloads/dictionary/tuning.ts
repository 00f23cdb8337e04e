/** What was fitted to the published figures by bench/dictionary-calibration.mjs; in a file of its own since the twin in Python reads it too. */
export { default as tuning } from './tuning.json';

export { networkSentence } from '../hash/network-sentence';

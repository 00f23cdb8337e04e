export { networkReads } from '../hash/network-reads';

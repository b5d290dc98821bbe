import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that the internet routes of IPv6; whatever is outside is for special uses, or for some later time. */
const routedV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** This machine, its network, link-local (cloud metadata), IPv6 that leads to such IPv4; also what is no address. */
export function isPrivateAddress(address: string): boolean {
  // The library also reads shortened forms such as 127.1, which are names to whoever looks them up.
  if (isIP(address) === 0) return true;
  const plain = ipaddr.process(address);
  if (plain.range() !== 'unicast') return true;
  return plain instanceof ipaddr.IPv6 && !plain.match(routedV6);
}

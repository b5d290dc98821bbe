/**
 * A name for something on this device alone, as random as a UUID of version 4 and written like one. Browsers make those
 * themselves only for pages that came by a secure connection.
 */
export function localId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const digits = Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1));
  for (const at of [10, 8, 6, 4]) digits.splice(at, 0, '-');
  return digits.join('');
}

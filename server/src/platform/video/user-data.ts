/** Coded pictures of H.264 and H.265 come in units, each behind its length. */
type Codec = 'avc' | 'hevc';

/** Messages in which cameras write what they like: some dashboards put each second's place there. */
const userDataUnregistered = 5;

/** How many bytes a length takes, as the description of the codec says; null where units are written otherwise. */
function lengthBytes(codec: Codec, description: Uint8Array): number | null {
  const at = codec === 'avc' ? 4 : 21;
  return description[0] === 1 && description.length > at ? (description[at]! & 3) + 1 : null;
}

/** The unit without the bytes that keep it from looking like the beginning of another. */
function unescaped(unit: Uint8Array): Uint8Array {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** Whether one of the messages of a unit is user data: type and size, each in bytes of 255 and a last one. */
function containsUserData(messages: Uint8Array): boolean {
  let at = 0;
  const number = () => {
    let value = 0;
    while (messages[at] === 255) {
      value += 255;
      at++;
    }
    return value + (messages[at++] ?? 0);
  };
  while (at + 2 <= messages.length) {
    if (number() === userDataUnregistered) return true;
    const size = number();
    at += size;
  }
  return false;
}

function isUserData(codec: Codec, unit: Uint8Array): boolean {
  const first = unit[0] ?? 0;
  if (codec === 'avc') return (first & 31) === 6 && containsUserData(unescaped(unit.subarray(1)));
  const kind = (first >> 1) & 63;
  return (kind === 39 || kind === 40) && containsUserData(unescaped(unit.subarray(2)));
}

/** A coded picture without such messages; the very same bytes where there are none. */
export function withoutUserData(codec: Codec, description: Uint8Array, data: Uint8Array): Uint8Array {
  const size = lengthBytes(codec, description);
  if (size === null) return data;
  const remaining: Uint8Array[] = [];
  let dropped = false;
  let at = 0;
  while (at < data.length) {
    if (at + size > data.length) return data;
    let length = 0;
    for (let index = 0; index < size; index++) length = length * 256 + data[at + index]!;
    const end = at + size + length;
    if (end > data.length) return data;
    if (isUserData(codec, data.subarray(at + size, end))) dropped = true;
    else remaining.push(data.subarray(at, end));
    at = end;
  }
  // A picture of nothing else would be none.
  return dropped && remaining.length > 0 ? Buffer.concat(remaining) : data;
}

import { expect, test } from 'vitest';
import { withoutUserData } from './user-data.ts';

const place = Buffer.from('+48.1371+011.5761/');
const avc = Uint8Array.from([1, 0x42, 0xc0, 0x1e, 0xff]);
const hevc = Uint8Array.from([1, ...new Array(20).fill(0), 0xff]);
const unit = (...parts: (number[] | Buffer)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([length, body]);
};
const identity = Array.from({ length: 16 }, (_none, index) => index + 1);
const message = Buffer.from([5, 16 + place.length, ...identity, ...place, 0x80]);
const avcPicture = unit([0x65], Buffer.alloc(50, 9));
const hevcPicture = unit([0x26, 1], Buffer.alloc(50, 9));

test('what a camera wrote beside the picture goes, the picture stays', () => {
  const recovery = unit([6, 6, 1, 0x40, 0x80]);
  expect(withoutUserData('avc', avc, Buffer.concat([unit([6], message), recovery, avcPicture]))).toEqual(
    Buffer.concat([recovery, avcPicture]),
  );
  for (const head of [
    [0x4e, 1],
    [0x50, 1],
  ]) {
    const data = Buffer.concat([unit(head, message), hevcPicture]);
    expect(withoutUserData('hevc', hevc, data)).toEqual(hevcPicture);
  }
});

test('behind another message, and with escaped bytes before it', () => {
  const behind = unit([6, 1, 3, 0, 0, 3, 7], message);
  // Three bytes of content: 0, 0 and 7.
  expect(withoutUserData('avc', avc, Buffer.concat([behind, avcPicture]))).toEqual(avcPicture);
});

test('what has none, and what is not to be understood, stays the very same', () => {
  const cut = avcPicture.subarray(0, 20);
  const alone = unit([6], message);
  for (const data of [avcPicture, cut, alone, Buffer.alloc(3), Buffer.alloc(0)]) {
    expect(withoutUserData('avc', avc, data)).toBe(data);
  }
  expect(withoutUserData('avc', Uint8Array.from([0]), avcPicture)).toBe(avcPicture);
});

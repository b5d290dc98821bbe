import { createHash } from 'node:crypto';
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny';
import { expect, test } from 'vitest';
import {
  filmedAt,
  firstFrame,
  lastFrame,
  type PlainVideo,
  placeTexts,
  videoBytes,
} from '../../testing/test-videos.ts';
import { remux } from './remux.ts';
import { remuxVideo, VideoRefused } from './remux-thread.ts';

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 8);
const open = (bytes: Uint8Array) => new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });

/** The bytes of every packet of every track, in order. */
async function packetsOf(bytes: Uint8Array) {
  const tracks = await open(bytes).getTracks();
  return Promise.all(
    tracks.map(async (track) => {
      const packets: string[] = [];
      for await (const packet of new EncodedPacketSink(track).packets()) {
        packets.push(`${packet.type} ${packet.timestamp.toFixed(3)} ${digest(packet.data)}`);
      }
      return { type: track.type, codec: await track.getCodec(), packets };
    }),
  );
}

test.each<[PlainVideo, string]>([
  ['mp4', 'video/mp4'],
  ['mov', 'video/mp4'],
  ['fragmented', 'video/mp4'],
  ['webm', 'video/webm'],
])('%s: every packet as it was, no tag left', async (kind, contentType) => {
  const before = await videoBytes(kind);
  expect(before.includes('+48.1371')).toBe(true);
  const after = await remux(before);
  // Rotated by 90 degrees.
  expect(after).toMatchObject({ contentType, width: 48, height: 64 });
  expect(await packetsOf(after.bytes)).toEqual(await packetsOf(before));
  const tags = await open(after.bytes).getMetadataTags();
  expect(Object.keys(tags.raw ?? {}).filter((name) => !/encoder|too|swr/i.test(name))).toEqual([]);
  for (const text of placeTexts) expect(Buffer.from(after.bytes).includes(text), text).toBe(false);
});

test('a place in every box that phones know, and in a track of its own', async () => {
  const before = await filmedAt();
  for (const text of placeTexts) expect(before.includes(text), text).toBe(true);
  const { bytes } = await remux(before);
  const after = Buffer.from(bytes);
  for (const text of [...placeTexts, 'location', 'mebx', '\u00a9xyz', 'xmpmeta']) {
    expect(after.includes(Buffer.from(text, 'latin1')), text).toBe(false);
  }
  expect(after.includes(firstFrame) && after.includes(lastFrame)).toBe(true);
  expect((await open(bytes).getTracks()).map(({ type }) => type)).toEqual(['video', 'audio']);
});

test('a place among the coded pictures', async () => {
  const place = '+12.3456-098.7654/';
  const unit = (head: number[], content: Buffer) => {
    const body = Buffer.concat([Buffer.from(head), content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, body]);
  };
  const message = unit(
    [6, 5, 16 + place.length],
    Buffer.concat([Buffer.alloc(16, 7), Buffer.from(place), Buffer.of(0x80)]),
  );
  const picture = unit([0x65], Buffer.alloc(firstFrame.length - message.length - 5, 9));
  const before = await videoBytes('mp4');
  Buffer.concat([message, picture]).copy(before, before.indexOf(firstFrame));
  const after = Buffer.from((await remux(before)).bytes);
  expect(before.includes(place)).toBe(true);
  expect(after.includes(place)).toBe(false);
  expect(after.includes(picture) && after.includes(lastFrame)).toBe(true);
});

test('what is no video is refused by the thread as well, with a reason', async () => {
  expect((await remuxVideo(await videoBytes('webm'))).contentType).toBe('video/webm');
  await expect(remuxVideo(Buffer.alloc(500))).rejects.toThrow(VideoRefused);
});

import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MovOutputFormat,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';

/** Where the videos of the tests were taken; each form that a file may name the place in. */
export const takenAt = '+48.1371+011.5761/';
export const placeTexts = [takenAt, '48.1371', '11.5761', 'Rosa at home', 'PhoneMaker'];

const frame = (index: number, bytes = 300) =>
  new Uint8Array(bytes).map((_none, at) => (at * 7 + index) % 251);
/** Of H.264, baseline: 4 by 3 blocks of 16 pixels. */
const sequenceParameters = [0x67, 0x42, 0xc0, 0x1e, 0xda, 0x11, 0xe4];
const seconds = 2;
const framesPerSecond = 10;

async function madeAs(format: OutputFormat, codec: 'avc' | 'vp8', tags: boolean, bytesPerFrame: number) {
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const video = new EncodedVideoPacketSource(codec);
  const audio = new EncodedAudioPacketSource(codec === 'vp8' ? 'opus' : 'aac');
  output.addVideoTrack(video, { rotation: 90, name: tags ? 'Rosa at home' : '' });
  output.addAudioTrack(audio);
  if (tags) {
    output.setMetadataTags({
      title: 'Rosa at home',
      comment: takenAt,
      raw:
        codec === 'vp8'
          ? { LOCATION: takenAt }
          : { '©xyz': takenAt, '©mak': 'PhoneMaker', '©nam': 'Rosa at home' },
    });
  }
  await output.start();
  const decoderConfig = {
    codec: codec === 'vp8' ? 'vp8' : 'avc1.42c01e',
    codedWidth: 64,
    codedHeight: 48,
    // Version 1, baseline, one parameter set of each kind.
    ...(codec === 'avc' && {
      description: new Uint8Array([
        1,
        0x42,
        0xc0,
        0x1e,
        0xff,
        0xe1,
        0,
        7,
        ...sequenceParameters,
        1,
        0,
        2,
        0x68,
        0xce,
      ]),
    }),
  };
  const step = 1 / framesPerSecond;
  const copies = [
    (async () => {
      for (let index = 0; index < seconds * framesPerSecond; index++) {
        const packet = new EncodedPacket(
          frame(index, bytesPerFrame),
          index % 10 ? 'delta' : 'key',
          index * step,
          step,
        );
        await video.add(packet, { decoderConfig });
      }
      video.close();
    })(),
    (async () => {
      for (let index = 0; index < seconds * framesPerSecond; index++) {
        await audio.add(new EncodedPacket(frame(100 + index, 40), 'key', index * step, step), {
          decoderConfig: {
            codec: codec === 'vp8' ? 'opus' : 'mp4a.40.2',
            numberOfChannels: 2,
            sampleRate: 48_000,
            ...(codec === 'avc' && { description: new Uint8Array([0x11, 0x90]) }),
          },
        });
      }
      audio.close();
    })(),
  ];
  await Promise.all(copies);
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** What a video's frames look like in a file, whatever file it is. */
export const firstFrame = Buffer.from(frame(0));
export const lastFrame = Buffer.from(frame(seconds * framesPerSecond - 1));

const plainVideos = {
  mp4: (bytesPerFrame?: number) =>
    madeAs(new Mp4OutputFormat({ fastStart: 'in-memory' }), 'avc', true, bytesPerFrame ?? 300),
  mov: (bytesPerFrame?: number) =>
    madeAs(new MovOutputFormat({ fastStart: false }), 'avc', true, bytesPerFrame ?? 300),
  webm: (bytesPerFrame?: number) => madeAs(new WebMOutputFormat(), 'vp8', true, bytesPerFrame ?? 300),
  fragmented: (bytesPerFrame?: number) =>
    madeAs(new Mp4OutputFormat({ fastStart: 'fragmented' }), 'avc', true, bytesPerFrame ?? 300),
};
export type PlainVideo = keyof typeof plainVideos;

/** A small video with tags that name a place; its pictures are noise that nobody decodes here. */
export const videoBytes = (kind: PlainVideo, bytesPerFrame?: number): Promise<Buffer> =>
  plainVideos[kind](bytesPerFrame);

export function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** The boxes of a file or of a box's content. */
export function boxesOf(bytes: Buffer): { type: string; bytes: Buffer }[] {
  const boxes: { type: string; bytes: Buffer }[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), bytes: bytes.subarray(at, at + size) });
    at += size;
  }
  return boxes;
}

/**
 * A video as phones write it: the place in `udta`, in QuickTime's keys, in an XMP box, and once more a
 * second in a track of its own. Made of one whose `moov` comes last, so that no offset moves.
 */
export async function filmedAt(): Promise<Buffer> {
  const plain = boxesOf(await videoBytes('mov'));
  const before = Buffer.concat(plain.filter(({ type }) => type !== 'moov').map(({ bytes }) => bytes));
  const moov = plain.find(({ type }) => type === 'moov')!.bytes;
  const samples = box('mdat', `${takenAt}${takenAt}`);
  const xyz = Buffer.concat([Buffer.from([0, takenAt.length, 0x15, 0xc7]), Buffer.from(takenAt)]);
  const key = 'com.apple.quicktime.location.ISO6709';
  const quickTime = box(
    'meta',
    box('hdlr', uint32(0), uint32(0), 'mdta', Buffer.alloc(13)),
    box('keys', uint32(0), uint32(1), box('mdta', key)),
    box('ilst', box('\0\0\0\u0001', box('data', uint32(1), uint32(0), takenAt))),
  );
  const grown = box(
    'moov',
    moov.subarray(8),
    placesTrack(moov, before.length + 8),
    box('udta', box('\u00a9xyz', xyz), box('\u00a9mak', 'PhoneMaker')),
    quickTime,
  );
  return Buffer.concat([
    before,
    samples,
    grown,
    box('uuid', Buffer.alloc(16, 7), `<x:xmpmeta>${takenAt}</x:xmpmeta>`),
    box('free', takenAt),
  ]);
}

/** A track of timed places: two samples, a second each, `offset` bytes into the file. */
function placesTrack(moov: Buffer, offset: number): Buffer {
  const header = Buffer.from(boxesOf(moov.subarray(8)).find(({ type }) => type === 'trak')!.bytes);
  const tkhd = Buffer.from(boxesOf(header.subarray(8)).find(({ type }) => type === 'tkhd')!.bytes);
  tkhd.writeUInt32BE(9, 20);
  const entry = box(
    'mebx',
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    box('keys', box('\0\0\0\u0001', box('keyd', 'mdtacom.apple.quicktime.location.ISO6709'))),
  );
  return box(
    'trak',
    tkhd,
    box(
      'mdia',
      box('mdhd', uint32(0), uint32(0), uint32(0), uint32(1), uint32(2), uint32(0)),
      box('hdlr', uint32(0), 'mhlr', 'meta', Buffer.alloc(13)),
      box(
        'minf',
        box('gmhd', box('gmin', Buffer.alloc(16))),
        box('dinf', box('dref', uint32(0), uint32(1), box('url ', uint32(1)))),
        box(
          'stbl',
          box('stsd', uint32(0), uint32(1), entry),
          box('stts', uint32(0), uint32(1), uint32(2), uint32(1)),
          box('stsc', uint32(0), uint32(1), uint32(1), uint32(2), uint32(1)),
          box('stsz', uint32(0), uint32(takenAt.length), uint32(2)),
          box('stco', uint32(0), uint32(1), uint32(offset)),
        ),
      ),
    ),
  );
}

export function riff(name: string, ...content: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  );
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

const streamHeader = (kind: string) => riff('strh', kind, Buffer.alloc(52));

/** An AVI as cameras write it: places in its INFO list, in stream data and in a stream of texts. */
export function aviBytes({ width = 64, height = 48 } = {}): Buffer {
  const main = Buffer.alloc(56);
  main.writeUInt32LE(3, 24);
  main.writeUInt32LE(width, 32);
  main.writeUInt32LE(height, 36);
  return riff(
    'RIFF',
    'AVI ',
    riff(
      'LIST',
      'hdrl',
      riff('avih', main),
      riff(
        'LIST',
        'strl',
        streamHeader('vids'),
        riff('strf', Buffer.alloc(40)),
        riff('strd', takenAt),
        riff('strn', 'Rosa at home'),
      ),
      riff('LIST', 'strl', streamHeader('auds'), riff('strf', Buffer.alloc(18))),
      riff('LIST', 'strl', streamHeader('txts'), riff('strf', takenAt)),
      riff('IDIT', 'PhoneMaker'),
    ),
    riff('LIST', 'INFO', riff('ILOC', takenAt), riff('IART', 'Rosa at home')),
    riff('JUNK', takenAt),
    riff(
      'LIST',
      'movi',
      riff('00dc', firstFrame),
      riff('01wb', Buffer.alloc(40, 3)),
      riff('02tx', takenAt),
      riff('LIST', 'rec ', riff('00dc', lastFrame)),
    ),
    riff('idx1', '00dc', Buffer.alloc(12, 1)),
    riff('GPS ', takenAt),
  );
}

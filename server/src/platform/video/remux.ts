import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';
import { withoutUserData } from './user-data.ts';

export interface RemuxedVideo {
  bytes: Uint8Array;
  contentType: 'video/mp4' | 'video/quicktime' | 'video/webm';
  width: number;
  height: number;
}

/** It is whole, and coded in a way that neither browsers nor we know: MPEG-4 part 2, Motion JPEG and older ones. */
export class UnknownCodec extends Error {}

/** Leaves all but pictures and sound behind. Throws for broken files; UnknownCodec. */
export async function remux(bytes: Uint8Array): Promise<RemuxedVideo> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM] });
  const tracks = await input.getTracks();
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Error('There is no picture in it');
  const taken = tracks.filter((track) => track.isVideoTrack() || track.isAudioTrack());
  const contentType = await containerFor(input, taken);
  const format = {
    'video/webm': () => new WebMOutputFormat(),
    'video/mp4': () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
    'video/quicktime': () => new MovOutputFormat({ fastStart: 'in-memory' }),
  }[contentType]();
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const starts = await Promise.all(taken.map((track) => track.getFirstTimestamp()));
  const shift_s = Math.max(0, ...starts.map((start) => -start));
  const copies: ((shift_s: number) => Promise<void>)[] = [];
  // One after the other: tracks keep their order.
  const left = new WhatIsLeft(bytes.length);
  for (const track of taken) copies.push(await copyOf(track, output, left));
  await output.start();
  await Promise.all(copies.map((copy) => copy(shift_s)));
  await output.finalize();
  if (!target.buffer) throw new Error('Nothing came out');
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  return { bytes: new Uint8Array(target.buffer), contentType, width, height };
}

/** Browsers play MP4 where they don't play QuickTime; only codecs foreign to it keep a QuickTime file what it is. */
async function containerFor(input: Input, tracks: readonly InputTrack[]) {
  if ((await input.getFormat()) === WEBM) return 'video/webm';
  const codecs = await Promise.all(tracks.map((track) => track.getCodec()));
  const known = new Set<string>(new Mp4OutputFormat().getSupportedCodecs());
  return codecs.every((codec) => codec && known.has(codec)) ? 'video/mp4' : 'video/quicktime';
}

/** Packets lie beside each other: a file whose tables claim billions of them says so after as many as fit into it. */
class WhatIsLeft {
  #bytes: number;
  constructor(bytes: number) {
    this.#bytes = bytes;
  }
  /** Also an empty packet has a byte somewhere that says so. */
  take(bytes: number): void {
    this.#bytes -= Math.max(1, bytes);
    if (this.#bytes < 0) throw new Error('It claims more than it holds');
  }
}

/** Joins a track to the output; the answer copies its packets, later by `shift_s` seconds. */
async function copyOf(track: InputTrack, output: Output, left: WhatIsLeft) {
  const packets = () => new EncodedPacketSink(track).packets();
  if (track.isVideoTrack()) {
    const codec = await track.getCodec();
    const decoderConfig = await track.getDecoderConfig();
    if (!codec || !decoderConfig) throw new UnknownCodec('Its pictures are of an unknown kind');
    const source = new EncodedVideoPacketSource(codec);
    output.addVideoTrack(source, { rotation: await track.getRotation(), flip: await track.getFlip() });
    const cleaned = cleaner(codec, decoderConfig.description);
    return async (shift_s: number) => {
      for await (const packet of packets()) {
        left.take(packet.data.length);
        const timestamp = packet.timestamp + shift_s;
        const copy = packet.clone({ data: cleaned(packet.data), timestamp, sideData: {} });
        await source.add(copy, { decoderConfig });
      }
      source.close();
    };
  }
  if (!track.isAudioTrack()) throw new Error('Neither picture nor sound');
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (!codec || !decoderConfig) throw new UnknownCodec('Its sound is of an unknown kind');
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  return async (shift_s: number) => {
    for await (const packet of packets()) {
      left.take(packet.data.length);
      await source.add(packet.clone({ timestamp: packet.timestamp + shift_s }), { decoderConfig });
    }
    source.close();
  };
}

/** Takes out what cameras write among the coded pictures; other codecs have no place for it. */
function cleaner(codec: string, description: VideoDecoderConfig['description']) {
  if ((codec !== 'avc' && codec !== 'hevc') || !description) return (data: Uint8Array) => data;
  const bytes = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  return (data: Uint8Array) => withoutUserData(codec, bytes, data);
}

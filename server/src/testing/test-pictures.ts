import { crc32 } from 'node:zlib';
import sharp from 'sharp';

export const dataUrl = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const canvas = (edge_px: number) =>
  sharp({ create: { width: edge_px, height: edge_px, channels: 3, background: '#94d137' } });

export async function picture(edge_px = 8): Promise<string> {
  return dataUrl(await canvas(edge_px).png().toBuffer());
}

export const pngBytes = (edge_px: number): Promise<Buffer> => canvas(edge_px).png().toBuffer();

/** A picture that nothing makes smaller: three bytes a pixel. */
export const noise = (edge_px: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: edge_px, height: edge_px, channels: 3, background: '#000' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();

/** Twice as wide as high, red to the left and blue to the right. */
export const redAndBlue = (height_px: number): Promise<Buffer> =>
  sharp({ create: { width: 2 * height_px, height: height_px, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: height_px, height: height_px, channels: 3, background: '#0000ff' } },
        left: height_px,
        top: 0,
      },
    ])
    .png()
    .toBuffer();

/** Degrees as EXIF writes them: degrees, minutes and seconds as fractions. */
function exifDegrees(value: number): string {
  const degrees = Math.floor(Math.abs(value));
  const minutes = Math.floor((Math.abs(value) - degrees) * 60);
  const seconds = (Math.abs(value) - degrees - minutes / 60) * 3600;
  return `${degrees}/1 ${minutes}/1 ${Math.round(seconds * 10_000)}/10000`;
}

/** A JPEG as a phone takes it: with the place in its EXIF data, and once more as text in its comment fields. */
export async function photographedAt(place: { latitude: number; longitude: number }): Promise<Buffer> {
  return canvas(64)
    .jpeg()
    .withExif({
      IFD0: { Make: 'PhoneMaker', ImageDescription: `at ${place.latitude},${place.longitude}` },
      IFD3: {
        GPSLatitudeRef: place.latitude >= 0 ? 'N' : 'S',
        GPSLatitude: exifDegrees(place.latitude),
        GPSLongitudeRef: place.longitude >= 0 ? 'E' : 'W',
        GPSLongitude: exifDegrees(place.longitude),
      },
    })
    .toBuffer();
}

export function pngChunk(name: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + content.length);
  chunk.writeUInt32BE(content.length);
  chunk.write(name, 4, 'latin1');
  chunk.set(content, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length);
  return chunk;
}

export function pngChunks(bytes: Buffer): { name: string; content: Buffer }[] {
  const chunks: { name: string; content: Buffer }[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    chunks.push({ name, content: bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)) });
  }
  return chunks;
}

/** A PNG that moves: as many pictures of one size, and a text that says a secret. */
export async function movingPng(pictures: number, width: number, height: number): Promise<Buffer> {
  const colours = Array.from({ length: pictures }, (_, index) => `rgb(${index % 256},80,160)`);
  const stills = await Promise.all(colours.map((colour) => surface(colour, width, height)));
  let sequence = 0;
  const number = () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(sequence++);
    return bytes;
  };
  const sizes = Buffer.alloc(8);
  sizes.writeUInt32BE(width);
  sizes.writeUInt32BE(height, 4);
  const timing = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0]);
  const data = (still: Buffer) =>
    Buffer.concat(pngChunks(still).flatMap(({ name, content }) => (name === 'IDAT' ? [content] : [])));
  const plays = Buffer.alloc(8);
  plays.writeUInt32BE(pictures);
  return Buffer.concat([
    stills[0]!.subarray(0, 8),
    pngChunk('IHDR', pngChunks(stills[0]!)[0]!.content),
    pngChunk('tEXt', Buffer.from('Comment\0a secret')),
    pngChunk('acTL', plays),
    ...stills.flatMap((still, index) => [
      pngChunk('fcTL', Buffer.concat([number(), sizes, timing])),
      index === 0 ? pngChunk('IDAT', data(still)) : pngChunk('fdAT', Buffer.concat([number(), data(still)])),
    ]),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

export const surface = (colour: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** How green a picture is on average, from 0 to 255. */
export async function greenness(bytes: Uint8Array): Promise<number> {
  const { channels } = await sharp(bytes).stats();
  return channels[1]?.mean ?? 0;
}

import sharp from 'sharp';

export const dataUrl = (bytes: Uint8Array, type = 'image/png'): string =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

const canvas = (edge_px: number) =>
  sharp({ create: { width: edge_px, height: edge_px, channels: 3, background: '#94d137' } });

/** A small PNG as data URL. */
export async function picture(edge_px = 8): Promise<string> {
  return dataUrl(await canvas(edge_px).png().toBuffer());
}

export const pngBytes = (edge_px: number): Promise<Buffer> => canvas(edge_px).png().toBuffer();

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

/** A plain PNG. */
export const surface = (colour: string, width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();

/** How green a picture is on average, from 0 to 255. */
export async function greenness(bytes: Uint8Array): Promise<number> {
  const { channels } = await sharp(bytes).stats();
  return channels[1]?.mean ?? 0;
}

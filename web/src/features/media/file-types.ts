import type { VideoType } from '@dazi/contract/media/media';
import { videoTypes } from '@dazi/contract/media/media.rules';

/** What systems call these two besides; some know no name at all. */
const otherNames: Readonly<Record<string, VideoType>> = {
  'video/avi': 'video/x-msvideo',
  'video/msvideo': 'video/x-msvideo',
  'video/vnd.avi': 'video/x-msvideo',
  'video/x-m4v': 'video/mp4',
};
const endings: Readonly<Record<string, VideoType>> = {
  avi: 'video/x-msvideo',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

export const endingOf = (name: string) => /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** What a file says it is; the server looks into it. */
export const typeOf = (file: File): string =>
  otherNames[file.type] ?? (file.type || endings[endingOf(file.name)] || '');

export const isVideo = (file: File) => typeOf(file).startsWith('video/');
export const isKnownVideo = (file: File) => (videoTypes as readonly string[]).includes(typeOf(file));

/** As iPhones keep pictures; many systems know no type for them, and go by the ending. */
export const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  type === '' ? /^hei[cf]$/.test(endingOf(name)) : /^image\/hei[cf]/.test(type);

/** What a file chooser offers beside pictures: the types, and what systems without a name for them go by. */
export const videoChoice = [
  ...videoTypes,
  ...Object.keys(otherNames),
  ...Object.keys(endings).map((ending) => `.${ending}`),
];

export function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** A data URL as bytes; the policy of the page lets no data address be fetched. */
export function blobOf(url: string): Blob {
  const [head = '', data = ''] = url.split(',');
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? 'image/jpeg';
  return new Blob([Uint8Array.from(atob(data), (character) => character.charCodeAt(0))], { type });
}

/** "1.2 MB", as the language writes it. */
export function sizeText(bytes: number, language: string): string {
  const kilobytes = Math.max(1, bytes / 1024);
  const [value, unit] = kilobytes < 1000 ? [kilobytes, 'kilobyte'] : [kilobytes / 1024, 'megabyte'];
  const maximumFractionDigits = unit === 'megabyte' ? 1 : 0;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(value);
}

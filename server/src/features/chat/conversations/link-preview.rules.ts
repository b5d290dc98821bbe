import { linkPreviewLimits } from '@dazi/contract/chat/link-previews';
import { isLink } from '@dazi/contract/kernel/links';
import { Parser } from 'htmlparser2';

export interface PageWords {
  title: string;
  description: string | null;
  siteName: string;
}

/** A web page that may be asked for: a name at the usual port, without a password. Its address is judged later. */
export function previewableUrl(text: string): URL | null {
  if (!isLink(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.port !== '' || url.username !== '' || url.password !== '') return null;
  if (!url.hostname.includes('.') || url.hostname.endsWith('.')) return null;
  url.hash = '';
  return url;
}

const shortened = (text: string, most: number): string => {
  const letters = Array.from(text.replace(/[\s\p{Cc}]+/gu, ' ').trim());
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join('');
};

/** Title and description out of the head of a page; null when it names none. */
export function wordsOf(html: string, url: URL): PageWords | null {
  const meta = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'title' && title === '') isInTitle = true;
      if (name !== 'meta') return;
      const key = (attributes.property ?? attributes.name ?? '').toLowerCase();
      if (attributes.content && !meta.has(key)) meta.set(key, attributes.content);
    },
    ontext(text) {
      if (isInTitle) title += text;
    },
    onclosetag(name) {
      if (name === 'title') isInTitle = false;
      if (name === 'head') parser.pause();
    },
  });
  parser.write(html);
  const found = shortened(
    meta.get('og:title') ?? meta.get('twitter:title') ?? title,
    linkPreviewLimits.title,
  );
  if (found === '') return null;
  const description = meta.get('og:description') ?? meta.get('description') ?? '';
  return {
    title: found,
    description: shortened(description, linkPreviewLimits.description) || null,
    siteName: shortened(
      meta.get('og:site_name') ?? url.hostname.replace(/^www\./, ''),
      linkPreviewLimits.siteName,
    ),
  };
}

export function decoded(body: Uint8Array, contentType: string | undefined): string {
  const head = Buffer.from(body.subarray(0, 2048)).toString('latin1');
  const declared =
    /charset=["']?([\w-]+)/i.exec(contentType ?? '') ?? /<meta[^>]+charset=["']?([\w-]+)/i.exec(head);
  try {
    return new TextDecoder(declared?.[1] ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

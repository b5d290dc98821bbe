export interface Credit {
  readonly text: string;
  readonly link: string | null;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  copy: '©',
  nbsp: ' ',
};
const readable = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#\d+|\w+);/g, (whole, name: string) =>
      name.startsWith('#')
        ? String.fromCodePoint(Math.min(0x10ffff, Number(name.slice(1))))
        : (entities[name] ?? whole),
    )
    .replace(/\s+/g, ' ')
    .replace(/^[\s|,·]+|[\s|,·]+$/g, '');

/** Attributions come as HTML: their words and links, nothing else of it. */
export function creditsOf(html: unknown): Credit[] {
  if (typeof html !== 'string') return [];
  const credits: Credit[] = [];
  let at = 0;
  const add = (piece: string, link: string | null) => {
    const text = readable(piece).slice(0, 200);
    if (/[\p{L}\p{N}]/u.test(text)) credits.push({ text, link });
  };
  for (const found of html.slice(0, 4000).matchAll(/<a\s[^>]*?href=["']?([^"'\s>]+)[^>]*>(.*?)<\/a>/gis)) {
    add(html.slice(at, found.index), null);
    const href = (found[1] ?? '').replaceAll('&amp;', '&');
    add(found[2] ?? '', /^https?:\/\//.test(href) && URL.canParse(href) ? href : null);
    at = found.index + found[0].length;
  }
  add(html.slice(at, 4000), null);
  return credits;
}

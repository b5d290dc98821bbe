import type { Language } from '@dazi/contract/identity/identity.rules';
import type { MailWords } from '#platform/notices.ts';

/** How long each try waits for the next; after the last one a mail is given up. */
export const mailRetries_ms: readonly number[] = [60_000, 10 * 60_000, 60 * 60_000, 6 * 60 * 60_000];

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
/** As browsers and readers aloud know them. */
export const htmlLanguage = { en: 'en', ja: 'ja', zh: 'zh-Hans' } as const satisfies Record<Language, string>;

interface Footer {
  text: string;
  label: string;
  address: string;
}

/** The same words as text and as a page without pictures: nothing in it tells when it was opened. */
export function mailBodies(
  { subject, paragraphs, link }: MailWords,
  { publicUrl, language, footer }: { publicUrl: string; language: Language; footer: Footer | null },
): { text: string; html: string } {
  const address = publicUrl + link.path;
  const text = [
    ...paragraphs,
    `${link.label}: ${address}`,
    ...(footer ? [`-- \n${footer.text}\n${footer.label}: ${footer.address}`] : []),
  ].join('\n\n');
  const anchor = (to: string, label: string) => `<a href="${escaped(to)}">${escaped(label)}</a>`;
  const html = [
    `<!doctype html><html lang="${htmlLanguage[language]}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    '<body style="font:16px/1.5 sans-serif;max-width:36em">',
    `<h1 style="font-size:20px">${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`),
    `<p>${anchor(address, link.label)}</p>`,
    ...(footer
      ? [`<hr><p style="font-size:13px">${escaped(footer.text)} ${anchor(footer.address, footer.label)}</p>`]
      : []),
    '</body></html>',
  ].join('\n');
  return { text: `${text}\n`, html };
}

const pageStyles = `:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; box-sizing: border-box; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 30em; } h1 { font-size: 22px; }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 999px; background: #94d137; color: #14240a; font: 600 15px/1 inherit; font-family: inherit; cursor: pointer; }
:focus-visible { outline: 2px solid #1f76e8; outline-offset: 2px; }`;

/** A page that works without JavaScript; `button` posts to where it stands. */
export function plainPage(page: {
  language: Language;
  nonce: string;
  title: string;
  text: string;
  button: string | null;
}): string {
  const form = page.button ? `<form method="post"><button>${escaped(page.button)}</button></form>` : '';
  return `<!doctype html><html lang="${htmlLanguage[page.language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${escaped(page.title)}</title><style nonce="${page.nonce}">${pageStyles}</style></head>
<body><main><h1>${escaped(page.title)}</h1><p>${escaped(page.text)}</p>${form}</main></body></html>`;
}

import { sectionTitles } from './archive-page.data.ts';

export interface KnownNames {
  /** By id; what is missing stays an id. */
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  readonly media: ReadonlyMap<string, string>;
}

export interface Section {
  name: string;
  rows(): AsyncIterable<object>;
}

const rowsAtOnce = 200;

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const labelOf = (field: string): string => {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const moneyField = /Minor$/;
const momentPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const idPattern = /^[\w-]{8,64}$/;
const isId = (field: string, value: unknown): value is string =>
  typeof value === 'string' && /(^id|Ids?|By)$/.test(field) && idPattern.test(value);

function idsIn(value: unknown, field = ''): string[] {
  if (isId(field, value)) return [value];
  if (Array.isArray(value)) return value.flatMap((each) => idsIn(each, field));
  if (typeof value !== 'object' || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([name, inner]) => idsIn(inner, name));
}

class Reading {
  readonly #names: ReadonlyMap<string, string>;
  readonly #media: ReadonlyMap<string, string>;

  constructor(names: ReadonlyMap<string, string>, media: ReadonlyMap<string, string>) {
    this.#names = names;
    this.#media = media;
  }

  /** What holds nothing is left out. */
  fields(row: object): string {
    const lines = Object.entries(row)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([field, value]) => {
        const label = moneyField.test(field) ? field.replace(moneyField, '') : field;
        return `<dt>${escaped(labelOf(label))}</dt><dd dir="auto">${this.#value(field, value)}</dd>`;
      });
    return `<dl>${lines.join('')}</dl>`;
  }

  #value(field: string, value: unknown): string {
    if (isId(field, value)) return this.#named(value);
    if (value instanceof Date) return momentText(value.toISOString());
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (typeof value === 'number')
      return moneyField.test(field) ? `${(value / 100).toFixed(2)} Dazi` : `${value}`;
    if (typeof value === 'string') return momentPattern.test(value) ? momentText(value) : escaped(value);
    if (Array.isArray(value)) {
      if (value.length === 0) return '–';
      return `<ul>${value.map((each) => `<li>${this.#value(field, each)}</li>`).join('')}</ul>`;
    }
    if (typeof value === 'object' && value !== null) return this.fields(value);
    return escaped(String(value));
  }

  #named(id: string): string {
    const path = this.#media.get(id);
    if (path !== undefined) return mediumOf(path);
    const name = this.#names.get(id);
    const shown = `<code>${escaped(id)}</code>`;
    return name === undefined ? shown : `<b><bdi>${escaped(name)}</bdi></b> ${shown}`;
  }
}

const momentText = (moment: string) =>
  `<time datetime="${moment}">${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC</time>`;

function mediumOf(path: string): string {
  const address = escaped(path);
  const isVideo = /\.(mp4|webm|quicktime|msvideo)$/.test(path);
  const shown = isVideo
    ? `<video src="${address}" controls preload="none"></video>`
    : `<img src="${address}" alt="" loading="lazy">`;
  return `<a href="${address}">${shown}</a>`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 52rem; margin: 0 auto; padding: 1rem; overflow-wrap: anywhere; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; padding: 0; list-style: none; }
section { border-top: 1px solid #8886; margin-top: 2rem; }
article { border: 1px solid #8884; border-radius: 0.75rem; padding: 0.5rem 1rem; margin: 0.75rem 0; }
dl { display: grid; grid-template-columns: minmax(6rem, 12rem) 1fr; gap: 0.1rem 1rem; margin: 0.25rem 0; }
dt { opacity: 0.7; } dd { margin: 0; white-space: pre-wrap; } dd > ul { margin: 0; padding-left: 1.2rem; }
code { font-size: 0.75rem; opacity: 0.6; }
img, video { max-width: 100%; max-height: 20rem; border-radius: 0.5rem; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dt { margin-top: 0.4rem; } }
`;

const titleOf = (name: string): string => sectionTitles[name] ?? labelOf(name);

export async function* archivePage(
  sections: readonly Section[],
  about: string,
  known: KnownNames,
): AsyncGenerator<string> {
  const entries = sections.map(({ name }) => `<li><a href="#${name}">${escaped(titleOf(name))}</a></li>`);
  const paragraphs = about
    .trim()
    .split('\n\n')
    .map((paragraph) => `<p>${escaped(paragraph.replaceAll('\n', ' '))}</p>`);
  yield `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Dazi 搭子</title><style>${style}</style></head><body>${paragraphs.join('\n')}<nav><ul>${entries.join('')}</ul></nav>`;
  for (const { name, rows } of sections) {
    yield `<section id="${name}"><h2>${escaped(titleOf(name))}</h2>`;
    let count = 0;
    for await (const batch of inBatches(rows())) {
      const names = await known.namesOf([...new Set(batch.flatMap((row) => idsIn(row)))]);
      const reading = new Reading(names, known.media);
      for (const row of batch) yield `<article>${reading.fields(row)}</article>\n`;
      count += batch.length;
    }
    yield count === 0 ? '<p>–</p></section>' : '</section>';
  }
  yield '</body></html>\n';
}

async function* inBatches(rows: AsyncIterable<object>): AsyncGenerator<object[]> {
  let batch: object[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

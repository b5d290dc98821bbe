/** Characters of each text in the report of an error. */
export const clientErrorLimits = {
  message: 500,
  stack: 4000,
  component: 3000,
  earlier: 3,
  version: 80,
  browser: 300,
} as const;

/** No more is looked at, however much an error quotes. */
const longestMessage = 5000;
/** Not an apostrophe inside of a word. */
const quote = /["`“”‘]|(?<!\w)['’]|['’](?!\w)/gu;
const quotedName = /(["'`])[\w$.#-]{1,60}\1|“[\w$.#-]{1,60}”|‘[\w$.#-]{1,60}’/gu;
const closing: Readonly<Record<string, string>> = { '“': '”', '‘': '’' };
/** What engines write behind the text that they could not read. */
const endOfReading = /^(?:(?:\.{3})? is not valid JSON| cannot be parsed as a URL\.?)?$/;
const webAddress = /\b([a-z][a-z+.-]{0,30}:\/\/)(?:[^\s/@]*@)?([^\s/?#()'"`]*)([^\s?#()'"`]*)[^\s:()'"`]*/giu;
const codeFile = /\.(?:m?js|css|tsx?)(?::\d+)*$/;
const longestLine = 400;
/** As the engines write them: `at name (address:1:2)`, `at address:1:2`, `name@address:1:2`, and React's `at Name`. */
const frames = [
  /^\s*at (?:(?:async|new|get|set) )*[\w$.<>#]{1,80}(?: \[as [\w$.<>#]{1,80}\])? \((?:<anonymous>|native|https?:\/\/\S+:\d+:\d+)\)$/,
  /^\s*at [\w$.<>]{1,80}$/,
  /^\s*at (?:async )?https?:\/\/\S+:\d+:\d+$/,
  /^[\w$.<>/*]{0,80}@https?:\/\/\S+:\d+:\d+$/,
];
/** In a folder of somebody's machine: the name alone is left. */
const localPlace = / \((?!https?:)\S+:\d+:\d+\)$/;

/** Of an address only what names a file of code; of others not even the path, which may be a secret. */
const plainAddresses = (text: string): string =>
  text.replace(webAddress, (_all, scheme: string, host: string, path: string) => {
    if (!/^https?:/i.test(scheme)) return `${scheme}…`;
    return codeFile.test(path) ? scheme + host + path : `${scheme}${host}/…`;
  });

/** From the first quote to the last one, since what is quoted has quotes, too; names of code alone may stay. */
function withoutQuoted(text: string, isCut: boolean): string {
  const places = [...text.matchAll(quote)].map(({ index }) => index);
  const first = places[0];
  const last = places.at(-1);
  if (first === undefined || last === undefined) return text;
  const isOfReading = /JSON|parse|token/i.test(text);
  if (!isOfReading && text.replace(quotedName, ' ').search(quote) < 0) return text;
  const opens = text[first]!;
  const end = text.slice(last + 1);
  const isClosed = isOfReading
    ? endOfReading.test(end)
    : places.length % 2 === 0 && text[last] === (closing[opens] ?? opens) && !/^[\p{L}\p{N}]/u.test(end);
  return `${text.slice(0, first + 1)}…${isClosed && first < last && !isCut ? text.slice(last) : ''}`;
}

const withoutUnquoted = (text: string): string =>
  text
    .replace(/^(\w*Error: )?((?:URL constructor|\w+\.\w+): )?.*(?= is not a valid URL)/su, '$1$2…')
    .replace(/(Cannot convert ).*(?= to a BigInt)/su, '$1…');

/**
 * Leaves out what people wrote or where they are: texts in quotes but for names of code, what engines quote of a text
 * they could not read, e-mail addresses, tokens, ids and positions.
 */
export function withoutTexts(message: string): string {
  const text = withoutUnquoted(message.slice(0, longestMessage));
  return withoutQuoted(plainAddresses(text), message.length > longestMessage)
    .replace(/(?<![^\s@"'(<])[^\s@"'(<]+@[^\s@"')>]+/gu, '…')
    .replace(/(?<=^|[\s(])(\/[\w-]+)\/[^\s)]*/gu, '$1/…')
    .replace(/-?\d+\.\d{3,}/gu, '…')
    .replace(/[\w-]{20,}/gu, (word) => (/\d/.test(word) ? '…' : word))
    .slice(0, clientErrorLimits.message);
}

/** The lines of a stack that name a place in the code; the first ones repeat the message and are left out. */
export function framesOf(stack: string, most: number): string {
  const places = stack
    .split('\n')
    .map((line) => (line.length <= longestLine ? line.replace(localPlace, '') : line))
    .filter((line) => line.length <= longestLine && frames.some((frame) => frame.test(line)));
  return plainAddresses(places.join('\n')).slice(0, most);
}

/** Characters of each text in the report of an error. */
export const clientErrorLimits = {
  message: 500,
  stack: 4000,
  component: 3000,
  earlier: 3,
  version: 80,
  browser: 300,
} as const;

const identifier = /^[\w$.#-]{1,60}$/;
const quoted = /"[^"]*"|'[^']*'|`[^`]*`|“[^”]*”|‘[^’]*’/gu;
const webAddress = /\b([a-z][a-z+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#()'"`]+)([^\s?#()'"`]*)[^\s:()'"`]*/giu;
const codeFile = /\.(?:m?js|css|tsx?)(?::\d+)*$/;
const longestLine = 400;
/** As the engines write them: `at name (address:1:2)`, `name@address:1:2`, and React's `at Name`. */
const frames = [
  /^\s*at [\w$.<>[\] ]{1,80}(?: \(\S+\))?$/,
  /^\s*at (?:async )?\S+:\d+:\d+$/,
  /^[\w$.<>/*]{0,80}@\S+:\d+:\d+$/,
];

/** Of an address only what names a file of code; of others not even the path, which may be a secret. */
const plainAddresses = (text: string): string =>
  text.replace(webAddress, (_all, scheme: string, host: string, path: string) =>
    codeFile.test(path) ? scheme + host + path : `${scheme}${host}/…`,
  );

/**
 * What an error says, without what people wrote or where they are: texts in quotes but for names of code, and all of
 * them where a text could not be read (engines quote what they were given); e-mail addresses, tokens, ids, positions.
 */
export function withoutTexts(message: string): string {
  const isOfReading = /JSON|parse|token/i.test(message);
  return plainAddresses(message)
    .replace(quoted, (text) =>
      !isOfReading && identifier.test(text.slice(1, -1)) ? text : `${text[0]}…${text.at(-1)}`,
    )
    .replace(/[^\s@"'(<]+@[^\s@"')>]+/gu, '…')
    .replace(/(?<=^|[\s(])(\/[\w-]+)(?:\/[^\s)]*)+/gu, '$1/…')
    .replace(/-?\d+\.\d{3,}/gu, '…')
    .replace(/[\w-]{20,}/gu, (word) => (/\d/.test(word) ? '…' : word))
    .slice(0, clientErrorLimits.message);
}

/** The lines of a stack that name a place in the code; the first ones repeat the message and are left out. */
export function framesOf(stack: string, most: number): string {
  const places = stack
    .split('\n')
    .filter((line) => line.length <= longestLine && frames.some((frame) => frame.test(line)));
  return plainAddresses(places.join('\n')).slice(0, most);
}

const entryScript = /<script[^>]*type="module"[^>]*src="(\/assets\/[^"]+)"/g;

/** Those with which the page begins: some of them stay the same in many builds. */
const entriesIn = (html: string) => Array.from(html.matchAll(entryScript), ([, source]) => source).join();

/** Whether the server meanwhile gives out another build than the one this page runs. */
export async function isNewVersionOut(): Promise<boolean> {
  const own = entriesIn(document.head.innerHTML);
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const given = answer.ok && entriesIn(await answer.text());
    return Boolean(own && given && given !== own);
  } catch {
    return false;
  }
}

const entryScript = /<script[^>]*type="module"[^>]*src="([^"]+)"/;

/** Whether the server meanwhile gives out another build than the one this page runs. */
export async function isNewVersionOut(): Promise<boolean> {
  const own = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const given = answer.ok ? entryScript.exec(await answer.text())?.[1] : undefined;
    return own !== undefined && given !== undefined && given !== own;
  } catch {
    return false;
  }
}

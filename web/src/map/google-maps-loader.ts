import type { GoogleMapsApi } from '#map/google-maps-api.ts';

const RETRIES = 3;
const FIRST_RETRY_MS = 500;
const SCRIPT_AT_LATEST_MS = 15_000;
const READY_NAME = 'daziGoogleMapsReady';

export interface LoaderOptions {
  readonly key: string;
  readonly language: string;
  readonly signal: AbortSignal;
  /** Loads the script once; tests bring their own. */
  loadScript?(address: string): Promise<GoogleMapsApi>;
}

/** The key travels in the address of the script; nothing of it is logged or kept. */
export function scriptAddress(key: string, language: string): string {
  const address = new URL('https://maps.googleapis.com/maps/api/js');
  address.search = new URLSearchParams({
    key,
    v: 'weekly',
    language: language === 'zh' ? 'zh-CN' : language,
    loading: 'async',
    callback: READY_NAME,
  }).toString();
  return address.href;
}

function loadScriptElement(address: string): Promise<GoogleMapsApi> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  if (nonce && !document.querySelector('style[nonce]')) {
    // The script takes the nonce for its own styles from the first style element that has one.
    const style = document.createElement('style');
    style.nonce = nonce;
    document.head.append(style);
  }
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const page = window as unknown as Record<string, unknown>;
    const end = (error: Error | null) => {
      clearTimeout(timer);
      delete page[READY_NAME];
      const api = window.google?.maps;
      if (!error && api) {
        resolve(api);
        return;
      }
      script.remove();
      reject(error ?? new Error('Google Maps came without its map'));
    };
    const timer = setTimeout(() => end(new Error('Google Maps took too long')), SCRIPT_AT_LATEST_MS);
    page[READY_NAME] = () => end(null);
    script.onerror = () => end(new Error('Google Maps could not be loaded'));
    script.async = true;
    script.nonce = nonce;
    script.src = address;
    document.head.append(script);
  });
}

function pause(time_ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, time_ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}

/** Loads Google's maps library; a failure is followed by up to three more attempts, each after a longer wait. */
export async function loadGoogleMaps(options: LoaderOptions): Promise<GoogleMapsApi> {
  const { key, language, signal, loadScript = loadScriptElement } = options;
  if (window.google?.maps?.Map) return window.google.maps;
  const address = scriptAddress(key, language);
  for (let retries = 0; ; retries += 1) {
    signal.throwIfAborted();
    try {
      return await loadScript(address);
    } catch (error) {
      if (retries === RETRIES) throw error;
      await pause(FIRST_RETRY_MS * 2 ** retries, signal);
    }
  }
}

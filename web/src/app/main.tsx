import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeSignInResult } from '#features/identity/sign-in.ts';
import { leaveWhatLayOver } from '#platform/history.ts';
import { i18nReady, provideTexts } from '#platform/i18n/i18n.ts';
import { whenIdle } from '#platform/idle.ts';
import { App } from './App.tsx';
import { textSource } from './texts/text-source.ts';

/** Other languages are fetched first; after this long the page starts in English and changes when they come. */
const languageWait_ms = 1500;

/** A picture that index.html brought along, and a step back, are waited for this long. */
const momentWait_ms = 300;

const within = (limit_ms: number, happening: Promise<unknown>) =>
  Promise.race([happening, new Promise((resolve) => setTimeout(resolve, limit_ms))]);

/** What somebody waits for comes before the copies for when there is no network. */
const beforeCopies_ms = 3000;

async function keepCopies(): Promise<void> {
  try {
    const worker = await import('#platform/service-worker.ts');
    await worker.keepForOffline();
  } catch {
    // Where workers are forbidden Dazi opens with a network only.
  }
}

/** Put in the place of one that is not painted yet, ours would be painted later than that one. */
function firstPicturePainted(): Promise<void> {
  const picture = document.querySelector<HTMLImageElement>('.welcome-first-paint img[elementtiming]');
  const isSeen =
    picture && picture.getClientRects().length > 0 && getComputedStyle(picture).visibility === 'visible';
  if (!isSeen || !PerformanceObserver.supportedEntryTypes.includes('element')) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'element', buffered: true });
  });
}

/** A function, for in WebKit what imports a module that awaits may run before it has. */
async function draw(): Promise<void> {
  await Promise.all([
    within(languageWait_ms, i18nReady),
    within(momentWait_ms, firstPicturePainted()),
    within(momentWait_ms, leaveWhatLayOver()),
  ]);
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  // Pages that are not served safely have no workers.
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    setTimeout(() => whenIdle(() => void keepCopies()), beforeCopies_ms);
  }
}

provideTexts(textSource);
takeSignInResult();
void draw();

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { takeSignInResult } from '#features/identity/sign-in.ts';
import { i18nReady } from '#platform/i18n/i18n.ts';

/** Other languages are fetched first; after this long the page starts in English and changes when they come. */
const languageWait_ms = 1500;

takeSignInResult();
await Promise.race([i18nReady, new Promise((resolve) => setTimeout(resolve, languageWait_ms))]);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

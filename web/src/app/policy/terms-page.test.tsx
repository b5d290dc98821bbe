// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { allTextsReady } from '#platform/i18n/i18n.ts';
import { createQueryClient } from '#platform/query-client.ts';
import { Asking, draw, press } from '#testing/draw.tsx';
import { TermsPage } from './TermsPage.tsx';

beforeEach(async () => {
  await allTextsReady;
  vi.stubGlobal('fetch', () => new Promise(() => {}));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

const show = (path: string) => {
  window.history.replaceState(null, '', path);
  return draw(
    <Asking client={createQueryClient()}>
      <BrowserRouter>
        <Routes>
          <Route path="/profile" element={<Link to="/terms-policy">Terms</Link>} />
          <Route path="/terms-policy" element={<TermsPage />} />
          <Route path="*" element={null} />
        </Routes>
      </BrowserRouter>
    </Asking>,
  );
};

const goBack = async () => {
  await press(document.querySelector('.policy-back')!);
  // Going back takes a moment.
  await act(() => new Promise((done) => setTimeout(done, 50)));
};

test('Back leads to the page before', async () => {
  await show('/profile');
  await press(document.querySelector('a')!);
  await goBack();
  expect(window.location.pathname).toBe('/profile');
});

test('Back leaves the page, from a section of it that was gone to as well, and leads to nobody else', async () => {
  await show('/terms-policy');
  // As the browser does for a link to a section.
  window.history.pushState(null, '', '/terms-policy#privacy-3');
  await goBack();
  expect(window.location.pathname).toBe('/');
});

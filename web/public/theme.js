// Runs before the first paint: the chosen theme must not flash, and somebody who is signed in or has entered should
// not see the words for newcomers. The keys are those of src/platform/storage.ts and visit-mark.ts.
try {
  const root = document.documentElement;
  const theme = localStorage.getItem('dazi.theme');
  if (theme === 'light' || theme === 'dark') {
    root.dataset.theme = theme;
    // The browser's own bars, as in src/platform/theme.ts.
    for (const colour of document.querySelectorAll('meta[name="theme-color"]'))
      colour.media = (colour.id === 'dark-bars') === (theme === 'dark') ? 'all' : 'not all';
  }
  const language = localStorage.getItem('dazi.language') ?? navigator.language.slice(0, 2);
  if (language === 'ja' || language === 'zh') {
    root.lang = language === 'zh' ? 'zh-Hans' : language;
    root.dataset.first = 'quiet';
  }
  const isKnown = localStorage.getItem('dazi.user') !== null || sessionStorage.getItem('dazi.entered') !== null;
  if (isKnown || location.pathname.length > 1) root.dataset.first = 'hidden';
} catch {
  // Without storage the system's theme holds.
}

/** Tests with a page get its texts, as main.tsx gives them to the page; the others have nowhere to show them. */
if ('document' in globalThis) {
  const [{ provideTexts }, { textSource }] = await Promise.all([
    import('#platform/i18n/i18n.ts'),
    import('./text-source.ts'),
  ]);
  provideTexts(textSource);
}

export {};

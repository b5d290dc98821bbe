/** Tests with a page get its texts, as main.tsx gives them to the page; the others have nowhere to show them. */
if ('document' in globalThis) {
  const [{ allTextsReady, i18n, provideTexts }, { textSource }] = await Promise.all([
    import('#platform/i18n/i18n.ts'),
    import('./text-source.ts'),
  ]);
  provideTexts(textSource);
  // A file that ended before they have come would end their import with its page, and all files after it had none.
  await textSource.load.en();
  await allTextsReady;
  // One before it may have ended in another language.
  if (i18n.language !== 'en') await i18n.changeLanguage('en');
}

export {};

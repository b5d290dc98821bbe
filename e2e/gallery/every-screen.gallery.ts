import type { Page } from '@playwright/test';
import { en } from '../../web/src/platform/i18n/en.ts';
import { ja } from '../../web/src/platform/i18n/ja.ts';
import { zh } from '../../web/src/platform/i18n/zh.ts';
import { desktop, phoneDevice, tablet } from '../devices.ts';
import { test } from '../server.fixture.ts';
import { type Screen, screens, type Words } from './screens.ts';

const texts: Record<string, Words> = { en, ja, zh };
const sanFrancisco = { latitude: 37.7749, longitude: -122.4194 };

/** One screen that does not open must not keep the others from being seen. */
async function keep(page: Page, shown: readonly Screen[], words: Words, folder: string): Promise<string[]> {
  const missed: string[] = [];
  for (const screen of shown) {
    try {
      await screen.open(page, words);
      await page.waitForTimeout(300);
    } catch (error) {
      missed.push(`${screen.name}: ${String(error).split('\n')[0]}`);
    }
    await page.screenshot({ path: `.cache/screens/${screen.name}/${folder}.png` });
  }
  return missed;
}

for (const [language, words] of Object.entries(texts)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const device of [phoneDevice, tablet, desktop]) {
      const folder = `${language}-${device.name}-${colorScheme}`;
      test(folder, async ({ openBrowser, signIn }) => {
        const options = { colorScheme };
        const remember = (chosen: string) => localStorage.setItem('dazi.language', chosen);
        const visitor = await openBrowser({ device, options });
        await visitor.addInitScript(remember, language);
        const missed = await keep(
          visitor,
          screens.filter(({ who }) => who === 'visitor'),
          words,
          folder,
        );
        const { page } = await signIn({ name: 'Mara', device, options, at: sanFrancisco });
        await page.addInitScript(remember, language);
        missed.push(
          ...(await keep(
            page,
            screens.filter(({ who }) => who === 'person'),
            words,
            folder,
          )),
        );
        if (missed.length > 0) throw new Error(`Not opened: ${missed.join('; ')}`);
      });
    }
  }
}

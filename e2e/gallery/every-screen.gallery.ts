import type { Page } from '@playwright/test';
import { en } from '../../web/src/app/texts/en.ts';
import { ja } from '../../web/src/app/texts/ja.ts';
import { zh } from '../../web/src/app/texts/zh.ts';
import { administratorEmail } from '../dazi-server.ts';
import { desktop, phoneDevice, tablet } from '../devices.ts';
import { emailFor, test } from '../server.fixture.ts';
import { preparePlans } from './plan-scene.ts';
import { prepare, type Scene } from './scene.ts';
import type { Screen, Words } from './screen.ts';
import { screens } from './screens.ts';

const texts: Record<string, Words> = { en, ja, zh };
const locales: Record<string, string> = { en: 'en-US', ja: 'ja-JP', zh: 'zh-CN' };
const sanFrancisco = { latitude: 37.7749, longitude: -122.4194 };
const porto = { latitude: 41.1496, longitude: -8.6109 };

/** `SCREENS`: some of them by their names. */
const wanted = new RegExp(process.env.SCREENS ?? '');

/** One screen that does not open must not keep the others from being seen. */
async function keep(
  who: Screen['who'],
  page: Page,
  words: Words,
  scene: Scene,
  folder: string,
): Promise<string[]> {
  const missed: string[] = [];
  for (const screen of screens.filter((shown) => shown.who === who && wanted.test(shown.name))) {
    try {
      await screen.open(page, words, scene);
      await page.waitForTimeout(300);
    } catch (error) {
      missed.push(`${screen.name}: ${String(error).split('\n')[0]}`);
    }
    await page.screenshot({ path: `.cache/screens/${screen.name}/${folder}.png` });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }
  return missed;
}

for (const [language, words] of Object.entries(texts)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const device of [phoneDevice, tablet, desktop]) {
      const folder = `${language}-${device.name}-${colorScheme}`;
      test(folder, async ({ openBrowser, signIn, somebody, personOf, guard }) => {
        // Screens of failure bring them about.
        guard.expect(
          /net::ERR_FAILED/,
          /404 .*\/api\/(messages|chatrooms|conversations)\//,
          /400 .*\/api\/wallets\/transfer/,
          /PartNotLoaded/,
          /Map/,
        );
        const options = { colorScheme, deviceScaleFactor: 1, locale: locales[language]! };
        const settings = { device, options, at: sanFrancisco };
        const remember = (page: Page) =>
          page.addInitScript((chosen) => localStorage.setItem('dazi.language', chosen), language);
        const leaverEmail = emailFor('leaver');
        const person = await signIn({ name: 'Mara', ...settings });
        const [friend, nils, otis] = [
          await somebody('Friend'),
          await somebody('Nils'),
          await somebody('Otis'),
        ];
        const about = await prepare(person, friend, nils, otis, person.page);
        const plans = await preparePlans(await personOf(person), friend, nils, await somebody('Fay'));
        const scene = { ...about, leaverEmail, plans };
        const newcomer = await signIn({ name: 'Nora', introduced: false, ...settings, at: porto });
        const leaver = await signIn({ name: 'Lea', email: leaverEmail, ...settings });
        const administrator = await signIn({ name: 'Justine', email: administratorEmail, ...settings });
        const pages = {
          visitor: await openBrowser({ device, options }),
          person: person.page,
          newcomer: newcomer.page,
          administrator: administrator.page,
          leaver: leaver.page,
        };
        const missed: string[] = [];
        for (const who of Object.keys(pages) as Screen['who'][]) {
          await remember(pages[who]);
          missed.push(...(await keep(who, pages[who], words, scene, folder)));
        }
        if (missed.length > 0) throw new Error(`Not opened: ${missed.join('; ')}`);
      });
    }
  }
}

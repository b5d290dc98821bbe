import type { Locator } from '@playwright/test';
import { addComment } from '../contract/src/posts/comments.ts';
import { atSea, mapAtSea } from './at-sea.ts';
import { laptop, phoneDevice } from './devices.ts';
import { openDetail } from './posting.ts';
import { openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

const english = 'Tea on the roof at seven.';
const hebrew = 'תה על הגג בשבע.';
const arabic = 'شاي في السابعة.';
const written = [english, hebrew, arabic].join('\n');

/** On which side of its box each paragraph of a text stands. */
const sidesOf = (text: Locator): Promise<string[]> =>
  text.evaluate((element) => {
    const node = [...element.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)!;
    const box = (element.closest('p, div') ?? element).getBoundingClientRect();
    let at = 0;
    return node.textContent!.split('\n').map((paragraph) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + paragraph.length);
      at += paragraph.length + 1;
      const { left, right } = range.getBoundingClientRect();
      return Math.abs(left - box.left) < Math.abs(right - box.right) ? 'left' : 'right';
    });
  });

/** At which end of its line each paragraph has its full stop: of text that stands in the middle. */
const endsOf = (text: Locator): Promise<string[]> =>
  text.evaluate((element) => {
    const node = element.firstChild!;
    let at = 0;
    return node.textContent!.split('\n').map((paragraph) => {
      const [line, stop] = [document.createRange(), document.createRange()];
      const end = at + paragraph.length;
      line.setStart(node, at);
      stop.setStart(node, end - 1);
      for (const range of [line, stop]) range.setEnd(node, end);
      at = end + 1;
      const whole = line.getBoundingClientRect();
      return stop.getBoundingClientRect().left > (whole.left + whole.right) / 2 ? 'right' : 'left';
    });
  });

for (const device of [laptop, phoneDevice]) {
  test(`each paragraph takes its own direction, and the own post says which place it shows, ${device.name}`, async ({
    signIn,
    openBrowser,
    personOf,
  }) => {
    const place = atSea(device === laptop ? 'writtenDesktop' : 'writtenPhone');
    const noa = await signIn({ name: 'Noa', at: place, device });
    const person = await personOf(noa);
    const post = await person.post({ content: written, location: place });
    await person.saveProfile({ privacy: { locationSharing: { enabled: true, precision: 'exact' } } });
    await person.post({ content: 'Exactly here', location: place, locationDisplay: 'exact' });
    await person.get(addComment, {
      body: { messageId: post.id, userId: noa.id, content: written },
    });
    const address = mapAtSea(device === laptop ? 'writtenDesktop' : 'writtenPhone', 11);

    const { page } = noa;
    await openMap(page, address);
    const open = await openDetail(page, 'Noa', english);
    const hint = 'This is the place shown to everyone, 1 to 2 km off your true one';
    await expect(open.getByText(hint)).toBeVisible();
    const sides = ['left', 'right', 'right'];
    await expect(open.locator('p.content')).toHaveCount(2);
    for (const text of await open.locator('p.content').all()) expect(await sidesOf(text)).toEqual(sides);
    await saveScreen(page, `written-${device.name}`);

    await test.step('a place that is shown exactly needs no hint', async () => {
      await openMap(page, address);
      const other = await openDetail(page, 'Noa', 'Exactly here');
      await expect(other.getByText(hint)).toHaveCount(0);
    });

    await test.step('so does each paragraph of a biography', async () => {
      await person.saveProfile({ bio: written });
      await page.goto(`/profile/${noa.id}`);
      expect(await endsOf(page.locator('.profiles-bio'))).toEqual(['right', 'left', 'left']);
    });

    await test.step('nobody else reads it', async () => {
      const visitor = await openBrowser({ device });
      await visitor.goto(address);
      await visitor.getByRole('button', { name: 'Enter' }).click();
      const seen = await openDetail(visitor, 'Noa', english);
      await expect(seen.getByText(hint)).toHaveCount(0);
    });
  });
}

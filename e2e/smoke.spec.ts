import { expect, test } from './server.fixture.ts';

test('smoke', async ({ openBrowser, signIn, town }) => {
  const t0 = Date.now();
  const page = await openBrowser({});
  await page.goto('/');
  await page.getByRole('button', { name: 'Enter' }).click();
  console.log('entered', Date.now() - t0);
  await expect(page.locator('[data-pin-id]').first()).toBeVisible();
  await expect(page.getByText('Loading the map')).toBeHidden();
  console.log('pins', Date.now() - t0);
  await page.screenshot({ path: 'test-results/screens/smoke.png' });
  const t1 = Date.now();
  const ann = await signIn({ name: 'Ann', at: { latitude: 37.7749, longitude: -122.4194 } });
  console.log('signed in', Date.now() - t1);
  await ann.page.goto('/');
  await expect(ann.page.getByRole('button', { name: 'Your menu' })).toBeVisible();
  await expect(ann.page.locator('[data-pin-id]').first()).toBeVisible();
  await expect(ann.page.getByText('Loading the map')).toBeHidden();
  console.log('map', Date.now() - t1);
});

import { expectNoViolationsInEitherTheme } from './axe.ts';
import { desktop, phoneDevice } from './devices.ts';
import { expectFits } from './fitting.ts';
import { openMap, saveScreen } from './screens.ts';
import { expect, test } from './server.fixture.ts';

/** Nothing is published here. */
const wakkanai = { latitude: 45.4157, longitude: 141.6731 };
const zone = { timezoneId: 'Asia/Tokyo' };
const mapAt = `/?list=soon&map=13/${wakkanai.latitude}/${wakkanai.longitude}`;

test('the details of a plan are a page of their own on a phone, which "back" and Escape leave alone', async ({
  signIn,
}) => {
  const { page } = await signIn({ name: 'Fuyu', device: phoneDevice, at: wakkanai, options: { ...zone } });
  await openMap(page, mapAt);
  await page.getByRole('button', { name: 'Make a plan' }).first().click();
  const form = page.getByRole('dialog', { name: 'Make a plan' });
  const details = page.getByRole('dialog', { name: 'Details' });
  const open = form.getByRole('button', { name: 'Details' });
  await form.getByRole('button', { name: 'Badminton', exact: true }).click();
  await form.getByRole('button', { name: 'Tomorrow', exact: true }).click();
  await open.click();
  const inside = details.getByRole('region', { name: 'Details' });
  await expect(inside).toBeFocused();
  await expect(inside.getByText('Badminton')).toBeInViewport({ ratio: 1 });
  await expect(inside.getByText(/^Tomorrow, 19:00/)).toBeInViewport({ ratio: 1 });
  await saveScreen(page, 'plan-details');
  await expectFits(page, 'plan-details');
  await expectNoViolationsInEitherTheme(page, 'plan-details');

  await page.goBack();
  await expect(form).toBeVisible();
  await expect(open).toBeFocused();
  await open.click();
  await page.keyboard.press('Escape');
  await expect(form).toBeVisible();
  await open.click();
  await details.getByRole('button', { name: 'Change' }).click();
  await expect(open).toBeFocused();

  await test.step('what is wrong is led to, first where the form begins, then in the details', async () => {
    await open.click();
    await details.getByRole('button', { name: 'Amount a person' }).click();
    await details.getByRole('button', { name: 'Publish' }).click();
    await expect(form.getByText('Please choose where to meet')).toBeInViewport({ ratio: 1 });
    await form.getByRole('button', { name: 'Find a place' }).click();
    await form.getByRole('combobox', { name: 'Find a place' }).fill('Wakkanai');
    await form.locator('.places-option').first().waitFor();
    await page.keyboard.press('Enter');
    await form.getByLabel('Name of the place').fill('Station hall');
    await form.getByRole('button', { name: 'Publish' }).click();
    await expect(details.getByRole('textbox', { name: 'Amount a person' })).toBeFocused();
    await expect(details.getByRole('textbox', { name: 'Amount a person' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
  });

  await details.getByRole('button', { name: 'Back', exact: true }).click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await expect.poll(() => page.evaluate(() => window.history.state?.usr?.over)).toBeUndefined();
});

test('beside a map they unfold, and are seen to', async ({ signIn }) => {
  const { page } = await signIn({ name: 'Fuyu', device: desktop, at: wakkanai, options: { ...zone } });
  await openMap(page, mapAt);
  await page.getByRole('button', { name: 'Make a plan' }).first().click();
  const form = page.getByRole('dialog', { name: 'Make a plan' });
  const level = form.getByRole('button', { name: 'Any level' });
  await expect(level).toHaveCount(0);
  await form.getByRole('button', { name: 'Details' }).click();
  await expect(level).toBeInViewport({ ratio: 1 });
  await form.getByRole('button', { name: 'Details' }).click();
  await expect(level).toHaveCount(0);
});

import { expect, expectWholeBook, rowsOf, test } from './testing/fathom-fixture.ts';
test('look', async ({ startFathom }) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Active orders').first()).toBeVisible();
  await page.waitForTimeout(2000);
  await page.screenshot({ path: '/tmp/l-0.png' });
  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog', { name: /^Ladder on/ });
  await expect(sheet.getByLabel(/^Size of all/)).toBeFocused({ timeout: 30000 });
  await page.keyboard.type('0.24');
  await sheet.getByLabel('From').fill('-0.05%');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/l-1.png' });
});

import type { Page } from 'playwright/test';
import { chooseMarket, expect, expectWholeBook, panel, rowsOf, test } from './testing/fathom-fixture.ts';

/** F6 until the focus is in a row of this table: from anywhere in a few presses. */
async function goToRows(page: Page, label: string): Promise<void> {
  const focused = page.getByRole('table', { name: label }).locator('tr[data-row-key]:focus');
  for (let press = 0; press < 12 && (await focused.count()) === 0; press += 1) await page.keyboard.press('F6');
  await expect(focused).toHaveCount(1);
}

test('a pair is chosen, an order cancelled and margin added with keys alone', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();

  // the lists of both venues and of margin come one after the other
  await expect(panel(page, 'Open orders').getByText('live', { exact: true })).toBeVisible();

  await chooseMarket(page, 'doge', 'DOGE-USDT');

  await goToRows(page, 'Open orders');
  const orders = rowsOf(page, 'Open orders');
  const count = await orders.count();
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(orders.nth(2)).toBeFocused();
  const next = await orders.nth(3).getAttribute('data-row-key');
  await page.keyboard.press('Delete');
  const sheet = page.getByRole('dialog', { name: 'Cancel this order?' });
  await expect(sheet.getByRole('button', { name: 'Back' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(orders).toHaveCount(count - 1);
  // the next one is in its place now, and it has the focus
  await expect(orders.nth(2)).toHaveAttribute('data-row-key', next ?? '');
  await expect(orders.nth(2)).toBeFocused();

  await goToRows(page, 'Futures positions');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const margin = page.getByRole('dialog', { name: /^Add margin/ });
  await expect(margin.getByLabel('Amount to add')).toBeFocused();
  await page.keyboard.type('5');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(margin.getByText(/^Added 5 /)).toBeVisible();
  await expect(margin.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(margin).toHaveCount(0);
  await expect(
    rowsOf(page, 'Futures positions')
      .first()
      .getByRole('button', { name: /^Add margin/ }),
  ).toBeFocused();
});

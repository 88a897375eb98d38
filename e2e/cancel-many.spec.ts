import type { Page } from 'playwright/test';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { setFault } from './second-client.ts';
import { expectAccessible } from './testing/axe.ts';
import { expect, expectWholeBook, panel, rowsOf, test } from './testing/fathom-fixture.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Cancel orders' });
const cancelsOf = (page: Page, answer: string) => sheetOf(page).locator(`tr[data-answer="${answer}"]`);
const sizes = ['0.0101', '0.0102', '0.0103'];

test('the listed sells are cancelled by keys; one answer is lost and resolved, and the lists show none left (fault 14)', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { control } = await fathom.practice;
  await expectWholeBook(page);
  const profileId = await activeProfileId(page);
  const rows = rowsOf(page, 'Open orders');
  const sells = rows.filter({ hasText: 'Sell' });
  await expect(rows.first()).toBeVisible(patient);
  // the lists of both venues and of margin come one after the other
  await expect(panel(page, 'Open orders').getByText('live', { exact: true })).toBeVisible(patient);
  for (const size of sizes) {
    const order = {
      clientOid: crypto.randomUUID(),
      symbol: 'BTC-USDT',
      side: 'sell',
      type: 'limit',
      price: '101500',
      size,
    };
    await expect
      .poll(() => askDesk(page, 'orders.place', { profileId, order, confirmed: 'summary' }))
      .toMatchObject({ ok: true });
  }
  for (const size of sizes) await expect(rows.filter({ hasText: size })).toHaveCount(1, patient);
  await page.getByRole('button', { name: 'Only BTC-USDT' }).click();
  await expect(rows.filter({ hasText: 'ETH-USDT' })).toHaveCount(0);
  const total = await sells.count();
  const others = (await rows.count()) - total;

  // the cancel takes effect, and its answer does not come
  const path = '/api/v1/hf/orders/:orderId';
  const lost = { fault: 'rest', method: 'DELETE', path, isExecuted: true, answer: { kind: 'error', status: 502 } };
  await setFault(control, { ...lost, count: 1 });
  await rows.first().focus();
  await page.keyboard.press('Shift+Delete');
  const sheet = sheetOf(page);
  await expect(sheet.getByLabel('Which')).toHaveValue('screen', patient);
  await expect(sheet).toContainText('Market on screen: BTC-USDT');
  await sheet.getByLabel('Which').selectOption({ label: `Sells of shown: BTC-USDT (${total})` });
  await expectAccessible(page, 'the question');
  await sheet.getByRole('button', { name: `Cancel ${total} orders` }).click();
  await expect(sheet.getByRole('status')).toHaveText(
    new RegExp(`^${total} of ${total} answered\\. 0 of ${total} still open\\.`),
    patient,
  );
  await expect(cancelsOf(page, 'unknown')).toHaveCount(1);
  await expect(cancelsOf(page, 'unknown')).toContainText('No response received. Checked: no longer open');
  await expect(cancelsOf(page, 'requested')).toHaveCount(total - 1);
  await expectAccessible(page, 'the report');
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(sheet).toHaveCount(0);
  await expect(sells).toHaveCount(0);
  await expect(rows).toHaveCount(others);
});

test('rows are marked by keys and by the pointer, and only the marked ones are cancelled', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  const rows = rowsOf(page, 'Open orders');
  await expect(rows.first()).toBeVisible(patient);
  // the lists of both venues and of margin come one after the other
  await expect(panel(page, 'Open orders').getByText('live', { exact: true })).toBeVisible(patient);
  const marked = page.getByRole('table', { name: 'Open orders' }).locator('.table-row-marked');
  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(marked).toHaveCount(2);
  await rows
    .nth(3)
    .getByText(/spot|futures|isolated|cross/i)
    .first()
    .click({ modifiers: ['Control'] });
  await expect(marked).toHaveCount(3);
  await expectAccessible(page, 'marked rows');
  const keys = await marked.evaluateAll(all => all.map(row => row.getAttribute('data-row-key')));
  await rows.nth(3).focus();
  await page.keyboard.press('Delete');
  const sheet = sheetOf(page);
  await expect(sheet.getByLabel('Which')).toHaveValue('marked', patient);
  await sheet.getByRole('button', { name: 'Cancel 3 orders' }).click();
  await expect(sheet.getByRole('status')).toContainText('3 of 3 answered. 0 of 3 still open.', patient);
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(marked).toHaveCount(0);
  for (const key of keys) await expect(page.locator(`tr[data-row-key="${key}"]`)).toHaveCount(0);
  await expect(rows.first()).toBeVisible();
});

import { expect, openTab, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';

test('a margin round: borrow, see the debt ratio of the account move as previewed, repay', async ({ startFathom }) => {
  const { page } = await startFathom();
  await openTab(page, 'Margin');
  const cross = rowsOf(page, 'Margin accounts').filter({ hasText: 'All cross pairs' });
  const ratio = async () => readNumber((await cross.locator('.debt-ratio .number').textContent()) ?? '');
  await expect(cross).toContainText('within limits');
  // the pair that is near its line stands before the account that is not
  await expect(rowsOf(page, 'Margin accounts').first()).toContainText('XRP-USDT');
  const before = await ratio();

  await cross.getByRole('button', { name: 'Borrow on cross margin' }).click();
  const sheet = page.getByRole('dialog', { name: /^Borrow/ });
  await sheet.getByLabel('Amount to borrow').fill('5000');
  const previewed = sheet.locator('.fact', { hasText: 'Debt ratio' }).locator('.before-after-new');
  const expected = readNumber((await previewed.textContent()) ?? '');
  expect(expected).toBeGreaterThan(before);
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: 'Borrow 5,000 USDT' }).dblclick();
  await expect(sheet.getByText('Borrowed 5,000 USDT.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  // the market moves on meanwhile: the worth of what is held is not that of the preview to the last digit
  await expect.poll(async () => Math.abs((await ratio()) - expected)).toBeLessThan((expected - before) / 2);

  await cross.getByRole('button', { name: 'Repay on cross margin' }).click();
  const repay = page.getByRole('dialog', { name: /^Repay/ });
  await repay.getByLabel('Currency').selectOption('USDT');
  await repay.getByLabel('Amount to repay').fill('5000');
  await page.keyboard.press('Enter');
  await repay.getByRole('button', { name: 'Repay 5,000 USDT' }).click();
  await expect(repay.getByText('Repaid 5,000 USDT.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(repay).toHaveCount(0);
  await expect.poll(async () => Math.abs((await ratio()) - before)).toBeLessThan((expected - before) / 2);
});

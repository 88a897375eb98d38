import { expect, panel, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';

test('adding margin moves the liquidation price as previewed, within a tick, and counts once', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  const row = rowsOf(page, 'Futures positions').filter({ hasText: 'XBTUSDTM' });
  await row.getByRole('button', { name: 'Add margin to XBTUSDTM' }).click();
  const sheet = page.getByRole('dialog', { name: /Add margin/ });
  await sheet.getByLabel('Amount to add').fill('25');
  const after = sheet.locator('.fact', { hasText: 'Liquidation price' }).locator('.before-after-new');
  const previewed = readNumber((await after.textContent()) ?? '');
  const before = readNumber(
    (await sheet.locator('.fact', { hasText: 'Liquidation price' }).locator('.before-after-old').textContent()) ?? '',
  );
  expect(previewed).not.toBe(before);
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: 'Add 25 USDT' }).dblclick();
  await expect(sheet.getByText('Added 25 USDT to XBTUSDTM.')).toBeVisible();
  const fact = (label: string) => sheet.locator('.fact', { hasText: label }).locator('dd');
  const tick = 0.1;
  const figureOf = async (label: string) => readNumber((await fact(label).textContent()) ?? '');
  await expect
    .poll(async () => Math.abs((await figureOf('Liquidation price now')) - previewed))
    .toBeLessThanOrEqual(tick * 1.01);
  await expect.poll(() => figureOf('Total added margin')).toBe(25);
  const shown = (await fact('Liquidation price now').textContent()) ?? '';
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(row).toContainText(shown);
  await expect(panel(page, 'Positions').getByRole('alert')).toHaveCount(0);
});

test('a target liquidation price becomes an amount, and Review is disabled until the amount is valid', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await rowsOf(page, 'Futures positions')
    .filter({ hasText: 'XBTUSDTM' })
    .getByRole('button', { name: /Add margin/ })
    .click();
  const sheet = page.getByRole('dialog', { name: /Add margin/ });
  const review = sheet.getByRole('button', { name: 'Review' });
  await expect(review).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByLabel('Amount to add').fill('999999999');
  await expect(sheet.getByText(/is available in the futures wallet\.$/)).toBeVisible();
  await expect(review).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByLabel('Amount to add').fill('10');
  const target = await sheet.getByLabel('or target liq. price').inputValue();
  await sheet.getByLabel('or target liq. price').fill(target);
  const amount = Number(await sheet.getByLabel('Amount to add').inputValue());
  expect(amount).toBeGreaterThan(0);
  expect(amount).toBeLessThanOrEqual(10);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

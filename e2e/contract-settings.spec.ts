import type { Page } from 'playwright/test';
import { columnOf, expect, openTab, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';

const positionOf = (page: Page, symbol: string) => rowsOf(page, 'Futures positions').filter({ hasText: symbol });

test('removed margin moves the liquidation price as previewed, and counts once', async ({ startFathom }) => {
  const { page } = await startFathom();
  const row = positionOf(page, 'ETHUSDTM');
  await row.getByRole('button', { name: 'Add margin to ETHUSDTM' }).click();
  await page.getByRole('button', { name: 'Remove margin instead' }).click();
  const sheet = page.getByRole('dialog', { name: 'Remove margin · ETHUSDTM' });
  const fact = (label: string) => sheet.locator('.fact', { hasText: label }).locator('.before-after-new');
  await expect(sheet.getByText(/^At most [\d,.]+ USDT can be removed now$/)).toBeVisible();
  const column = await columnOf(page, 'Futures positions', 'Liquidation');
  const liquidation = async () => readNumber((await row.getByRole('cell').nth(column).textContent()) ?? '');
  const before = await liquidation();
  await sheet.getByLabel('Amount to remove').fill('20');
  const previewed = readNumber((await fact('Liquidation price').textContent()) ?? '');
  // a short: less margin brings its liquidation down to the market
  expect(before - previewed).toBeGreaterThan(1);
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: 'Remove 20 USDT' }).dblclick();
  await expect(sheet.getByText('Removed 20 USDT from ETHUSDTM.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  // within a tick of what was previewed
  await expect.poll(async () => Math.abs((await liquidation()) - previewed)).toBeLessThanOrEqual(0.0101);
});

test('the contract card shows and changes the settings: cross leverage, and a risk level with its cost', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await positionOf(page, 'SOLUSDTM').focus();
  await page.keyboard.press('i');
  const chosen = (symbol: string) =>
    page.getByRole('dialog', { name: symbol, exact: true }).getByRole('region', { name: 'Chosen for this contract' });
  const line = (symbol: string, label: string) => chosen(symbol).locator('.fact', { hasText: label });
  await expect(line('SOLUSDTM', 'Margin mode')).toContainText('cross');
  await expect(line('SOLUSDTM', 'Margin mode').getByRole('button')).toHaveAttribute('aria-disabled', 'true');
  const before = await line('SOLUSDTM', 'Cross leverage').textContent();
  await page.getByRole('button', { name: 'Change the cross leverage' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cross leverage · SOLUSDTM' });
  await sheet.getByLabel('Cross leverage', { exact: true }).fill('7');
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Set the cross leverage of SOLUSDTM to 7×' }).dblclick();
  await expect(sheet.getByText('Set the cross leverage of SOLUSDTM to 7×.')).toBeVisible();
  // read again from the exchange
  await expect(sheet.locator('.fact', { hasText: 'Cross leverage now' })).toContainText('7 ×');
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(line('SOLUSDTM', 'Cross leverage')).toContainText('7×');
  expect(before).not.toContain('7×');
  await page.keyboard.press('Escape');

  await openTab(page, 'Open orders');
  const orders = rowsOf(page, 'Open orders').filter({ hasText: 'XBTUSDTM' });
  await expect(orders).toHaveCount(2);
  await positionOf(page, 'XBTUSDTM').focus();
  await page.keyboard.press('i');
  await expect(line('XBTUSDTM', 'Risk level')).toContainText('1');
  await page.getByRole('button', { name: 'Change the risk level' }).click();
  const level = page.getByRole('dialog', { name: 'Risk level · XBTUSDTM' });
  await level.getByLabel('Risk level', { exact: true }).selectOption('2');
  await expect(level).toContainText('cancels all open orders of XBTUSDTM with this change: 2 open orders now');
  await level.getByRole('button', { name: 'Review' }).click();
  await level.getByRole('button', { name: 'Set the risk level of XBTUSDTM to 2' }).click();
  await expect(level.getByText('Set the risk level of XBTUSDTM to 2.')).toBeVisible();
  await level.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(line('XBTUSDTM', 'Risk level')).toContainText('2');
  await page.keyboard.press('Escape');
  await expect(orders).toHaveCount(0);
});

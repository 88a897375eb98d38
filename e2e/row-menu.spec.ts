import { expect, expectWholeBook, panel, rowsOf, test } from './testing/fathom-fixture.ts';

test('the menu of a row copies it and opens the timeline of its order, by mouse and by keys', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  const row = rowsOf(page, 'Open orders').first();
  await expect(row).toBeVisible({ timeout: 60_000 });

  await row.click({ button: 'right', position: { x: 120, y: 8 } });
  const menu = page.getByRole('menu', { name: 'Row of Open orders' });
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Copy row as JSON' }).click();
  await expect(page.getByText('Row copied.')).toBeVisible();
  await expect(menu).toHaveCount(0);

  await row.focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: 'Order timeline' })).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /^Timeline/ });
  await expect(sheet.getByRole('list', { name: 'Timeline' })).toContainText('Order accepted');
  // the exchange's own text, not what Fathom made of it
  await expect(sheet.getByRole('region', { name: 'Answer of the exchange' })).toContainText('"code": "200000"');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('a row opens its market, also one that was not on the screen, and a position has its actions in its menu', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  const bookOf = (symbol: string) => page.getByRole('region', { name: `Order book of ${symbol}` });
  const position = rowsOf(page, 'Futures positions').filter({ hasText: 'ETHUSDTM' });
  await position.dblclick({ position: { x: 200, y: 8 } });
  await expect(bookOf('ETHUSDTM')).toBeVisible();

  await rowsOf(page, 'Futures positions').filter({ hasText: 'XRPUSDTM' }).focus();
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Row of Futures positions' });
  await menu.getByRole('menuitem', { name: /^Close…/ }).click();
  const exit = page.getByRole('dialog', { name: /XRPUSDTM/ });
  await expect(exit).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(exit).toHaveCount(0);

  await page.keyboard.press('Alt+2');
  const atRisk = rowsOf(page, 'Positions and margin accounts by risk').filter({ hasText: 'XRPUSDTM' });
  await expect(atRisk).toBeVisible();
  await atRisk.focus();
  await page.keyboard.press('m');
  await expect(panel(page, 'Chart').locator('.chart-legend')).toContainText('XRPUSDTM');
});

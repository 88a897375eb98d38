import { expect, expectWholeBook, rowsOf, test } from './testing/fathom-fixture.ts';

test('the menu of a row copies it and opens the timeline of its order, by mouse and by keys', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  const row = rowsOf(page, 'Active orders').first();
  await expect(row).toBeVisible({ timeout: 15_000 });

  await row.click({ button: 'right', position: { x: 120, y: 8 } });
  const menu = page.getByRole('menu', { name: 'Row of Active orders' });
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Copy row as JSON' }).click();
  await expect(page.getByText('Row copied.')).toBeVisible();
  await expect(menu).toHaveCount(0);

  await row.focus();
  await page.keyboard.press('Shift+F10');
  await expect(menu.getByRole('menuitem', { name: 'Timeline of the order' })).toBeFocused();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /^Timeline/ });
  await expect(sheet.getByRole('list', { name: 'Timeline' })).toContainText('Order taken');
  // the exchange's own text, not what Fathom made of it
  await expect(sheet.getByRole('region', { name: 'Answer of the exchange' })).toContainText('"code": "200000"');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

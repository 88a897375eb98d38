import type { Page } from 'playwright/test';
import { expect, expectWholeBook, rowsOf, test } from './testing/fathom-fixture.ts';
import { uglySpots } from './testing/ugly-spots.ts';

const appearance = {
  en: { sheet: 'Appearance', field: 'Language' },
  de: { sheet: 'Darstellung', field: 'Sprache' },
} as const;
type Spoken = keyof typeof appearance;

/** Through the palette, as the page calls it in the language that it speaks now. */
async function speak(page: Page, from: Spoken, to: Spoken): Promise<void> {
  const { sheet, field } = appearance[from];
  await page.getByRole('button', { name: /^Ctrl K/ }).click();
  await page.getByRole('dialog').getByRole('combobox').fill(sheet);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: sheet }).getByLabel(field).selectOption(to);
  await expect(page.locator(`html[lang="${to}"]`)).toBeAttached();
}

test('the desk speaks German and English again, and nothing is cut in either', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await expectWholeBook(page);
  await speak(page, 'en', 'de');
  for (const tab of ['Offene Aufträge', 'Erledigte Aufträge']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(rowsOf(page, tab).first()).toBeVisible();
    await expect(rowsOf(page, 'Futures-Positionen').first()).toBeVisible();
    expect.soft(await uglySpots(page), tab).toEqual([]);
  }
  // the smallest window that everything has to be read in
  await page.setViewportSize({ width: 1100, height: 700 });
  await expect(rowsOf(page, 'Futures-Positionen').first()).toBeVisible();
  await expect.poll(() => uglySpots(page), { message: 'at 1100', timeout: 4000 }).toEqual([]);
  // a comma before the decimals, and never a point
  await expect(rowsOf(page, 'Futures-Positionen').first()).toContainText(/\d,\d+ %/);
  await page.keyboard.press('Alt+2');
  await expect(rowsOf(page, 'Positionen und Margin-Konten nach Gefahr').first()).toBeVisible();
  await expect.soft.poll(() => uglySpots(page)).toEqual([]);
  await page.keyboard.press('Alt+1');
  await speak(page, 'de', 'en');
  await expectWholeBook(page);
  await expect(page.getByRole('tab', { name: 'Active orders' })).toBeVisible();
});

import type { Page } from 'playwright/test';
import { expect, expectWholeBook, rowsOf, type StartFathom, test } from './testing/fathom-fixture.ts';
import { foreignWords } from './testing/foreign-words.ts';
import { cutTexts, findLayoutDefects } from './testing/layout-defects.ts';
import { speak } from './testing/speak.ts';

/** Whether all of the tab is in sight of its strip. */
function isInStrip(page: Page, name: string): Promise<boolean> {
  return page.getByRole('tab', { name }).evaluate(tab => {
    const [strip, own] = [tab.closest('[data-tab-list]')?.getBoundingClientRect(), tab.getBoundingClientRect()];
    return strip !== undefined && own.left >= strip.left - 0.5 && own.right <= strip.right + 0.5;
  });
}

test('the desk is shown in German and in English again, and no text is cut in either', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await expectWholeBook(page);
  await speak(page, 'en', 'de');
  for (const tab of ['Offene Orders', 'Orderhistorie']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(rowsOf(page, tab).first()).toBeVisible();
    await expect(rowsOf(page, 'Futures-Positionen').first()).toBeVisible();
    await expect.soft.poll(() => findLayoutDefects(page), tab).toEqual([]);
  }
  // the ticket is beside the panels, which have less space then
  await page.keyboard.press('b');
  await expect(page.getByRole('textbox', { name: 'Menge', exact: true })).toBeVisible();
  await expect.soft.poll(() => findLayoutDefects(page), { message: 'beside the ticket', timeout: 60_000 }).toEqual([]);
  await page.keyboard.press('Escape');
  // beside the sheet of a ladder they have the least
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: /^Gestaffelte Order:/ })).toBeVisible();
  for (const tab of ['Orderhistorie', 'Vermögenswerte', 'Offene Orders']) {
    // a tab that is asked for from elsewhere comes into sight
    await page.getByRole('tab', { name: tab }).evaluate(each => (each instanceof HTMLElement ? each.click() : null));
    await expect(rowsOf(page, tab).first()).toBeVisible();
    await expect.poll(() => isInStrip(page, tab), { message: `the tab ${tab}` }).toBe(true);
    await expect.soft
      .poll(() => findLayoutDefects(page), { message: `beside the ladder, ${tab}`, timeout: 60_000 })
      .toEqual([]);
  }
  await page.keyboard.press('Escape');
  // the smallest window that everything has to be read in
  await page.setViewportSize({ width: 1100, height: 700 });
  await expect(rowsOf(page, 'Futures-Positionen').first()).toBeVisible();
  await expect.poll(() => findLayoutDefects(page), { message: 'at 1100', timeout: 60_000 }).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'page width').toBe(0);
  // a comma before the decimals, and never a point
  await expect(rowsOf(page, 'Futures-Positionen').first()).toContainText(/\d,\d+ USDT/);
  await page.keyboard.press('Alt+2');
  await expect(rowsOf(page, 'Positionen und Margin-Konten nach Risiko').first()).toBeVisible();
  await expect.soft.poll(() => findLayoutDefects(page)).toEqual([]);
  await page.keyboard.press('Alt+1');
  await speak(page, 'de', 'en');
  await expectWholeBook(page);
  await expect(page.getByRole('tab', { name: 'Open orders' })).toBeVisible();
});

/** Every workspace, and a table on it that has its figures. */
const workspaces = [
  ['Alt+4', 'Endpunkte der Börse'],
  ['Alt+3', 'Unterkonten'],
  ['Alt+2', 'Positionen und Margin-Konten nach Risiko'],
  ['Alt+1', 'Futures-Positionen'],
] as const;
const blotter = [
  'Offene Orders',
  'Bedingte Orders',
  'Ausführungen',
  'Orderhistorie',
  'Margin',
  'Auszahlungen',
  'Vermögenswerte',
];
/** What the palette opens, by what it is called there, with a word that is there once it is whole. */
const sheets = [
  ['Alle Tastenkürzel', 'Ändern'],
  ['Darstellung', 'Sprache'],
  ['Diskretion und Sperre', 'PIN'],
  ['Profile und Schlüssel', 'eingebaut'],
  ['Neue gestaffelte Order', 'Stapelgröße'],
  ['Wo handeln', 'Menge'],
] as const;

async function typeIntoPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(words);
  await expect(page.getByRole('option').first()).toBeVisible();
}

/** A German page, and the check that nothing on it is English. */
async function germanPage(start: StartFathom) {
  const { page } = await start({ size: { width: 1440, height: 900 } });
  await expectWholeBook(page);
  await speak(page, 'en', 'de');
  await expect(rowsOf(page, 'Futures-Positionen').first()).toBeVisible();
  return { page, expectGerman: async (where: string) => expect.soft(await foreignWords(page), where).toEqual([]) };
}

test('no English word is left in German workspaces and their tables', async ({ startFathom }) => {
  const { page, expectGerman } = await germanPage(startFathom);
  for (const [keys, table] of workspaces) {
    await page.keyboard.press(keys);
    await expect(rowsOf(page, table).first()).toBeVisible();
    await expectGerman(keys);
  }
  for (const tab of blotter) {
    const shown = new RegExp(`^${tab}`);
    await page.getByRole('tab', { name: shown }).click();
    await expect(page.getByRole('tabpanel', { name: shown }).locator('tr[data-row-key]').first()).toBeVisible();
    await expectGerman(tab);
  }
  await page.getByRole('button', { name: /^⋯ Filter, Spalten.* Vermögenswerte$/ }).click();
  await expect(page.getByRole('dialog')).toContainText('CSV');
  await expectGerman('filters, columns, views and files of a table');
});

test('no English word is left in the German palette, sheets and ticket', async ({ startFathom }) => {
  const { page, expectGerman } = await germanPage(startFathom);
  await typeIntoPalette(page, 'Befehl');
  await expectGerman('palette');
  await page.keyboard.press('Escape');
  for (const [name, word] of sheets) {
    await typeIntoPalette(page, name);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText(word);
    await expectGerman(name);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.keyboard.press('b');
  const ticket = page.getByRole('region', { name: 'Ordermaske' });
  await expect(ticket.getByRole('textbox', { name: 'Menge', exact: true })).toBeVisible();
  await expectGerman('ticket');
});

test('questions about orders and positions are in German to the last figure', async ({ startFathom }) => {
  const { page, expectGerman } = await germanPage(startFathom);
  const sheet = page.getByRole('dialog');
  const expectWhole = async (where: string) => {
    await expectGerman(where);
    const text = await sheet.innerText();
    expect.soft(text, where).not.toMatch(/\d\.\d/);
    expect.soft(text, where).not.toMatch(/\b(?:buy|sell|long of|LAST)\b/);
  };
  await page.getByRole('button', { name: 'Orders stornieren …' }).first().click();
  await expect(sheet).toContainText(/\d+ Verkauf/);
  await expectWhole('cancel many');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Nachschuss' }).first().click();
  await sheet.getByRole('textbox').first().fill('100');
  await expect(sheet).toContainText('wird');
  await expectWhole('add margin');
  await sheet.getByRole('button', { name: 'Stattdessen Margin entnehmen' }).click();
  await sheet.getByRole('textbox').first().fill('1000000');
  await expect(sheet).toContainText('sind jetzt entnehmbar');
  await expectWhole('withdraw margin');
  await page.keyboard.press('Escape');
  await rowsOf(page, 'Futures-Positionen').first().getByRole('button').nth(1).click();
  await sheet.getByRole('textbox').first().fill('50%');
  await expect(sheet).toContainText('bp von der Mitte');
  await expectWhole('exit');
});

const sizes = [
  [1100, 700],
  [1440, 900],
  [2560, 1440],
] as const;

for (const [width, height] of sizes) {
  test(`every German text of all views is shown whole at ${width}x${height}`, async ({ startFathom }) => {
    const { page } = await germanPage(startFathom);
    await page.setViewportSize({ width, height });
    const expectWhole = async (where: string) => {
      await expect.soft.poll(() => cutTexts(page), { message: where, timeout: 60_000 }).toEqual([]);
      await expect.soft.poll(() => findLayoutDefects(page), { message: where, timeout: 60_000 }).toEqual([]);
    };
    for (const [keys, table] of workspaces) {
      await page.keyboard.press(keys);
      await expect(rowsOf(page, table).first()).toBeVisible();
      await expectWhole(keys);
    }
    for (const tab of blotter) {
      const shown = new RegExp(`^${tab}`);
      await page
        .getByRole('tab', { name: shown })
        .evaluate(each => (each instanceof HTMLElement ? each.click() : null));
      await expect(page.getByRole('tabpanel', { name: shown }).locator('tr[data-row-key]').first()).toBeVisible();
      await expectWhole(tab);
    }
    for (const [name, word] of sheets) {
      await typeIntoPalette(page, name);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toContainText(word);
      await expectWhole(name);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.keyboard.press('b');
    await expect(page.getByRole('textbox', { name: 'Menge', exact: true })).toBeFocused();
    await expectWhole('ticket');
  });
}

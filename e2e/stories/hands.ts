import type { Locator, Page } from 'playwright/test';
import { expect, expectWholeBook, panel, rowsOf } from '../testing/fathom-fixture.ts';
import { openReview } from '../testing/open-review.ts';

/** room for a machine that others use as well */
export const patient = { timeout: 60_000 };

export const ticketOf = (page: Page) => page.getByRole('region', { name: 'Order ticket' });
export const lastOf = (page: Page) =>
  ticketOf(page).getByRole('list', { name: 'Last orders' }).getByRole('listitem').first();
export const sheetOf = (page: Page) => page.locator('dialog[open]');

/** Keys work once the panels that load after the book are mounted. */
export async function expectReady(page: Page): Promise<void> {
  await expectWholeBook(page);
  for (const table of ['Open orders', 'Futures positions'])
    await expect(rowsOf(page, table).first()).toBeVisible(patient);
  await expect(panel(page, 'Open orders').getByText('live', { exact: true })).toBeVisible(patient);
}

/** By the palette: the first that it finds for these words. */
export async function byPalette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const found = page.getByRole('listbox', { name: 'Results' }).getByRole('option').first();
  await expect(page.getByLabel('Command, market, account or order', { exact: true })).toBeFocused(patient);
  await page.keyboard.type(words);
  await expect(found).toContainText(words, patient);
  await page.keyboard.press('Enter');
  await expect(found).toHaveCount(0);
}

/** Chooses a market by the palette and waits for its book. */
export async function choose(page: Page, symbol: string): Promise<void> {
  await byPalette(page, symbol);
  const book = panel(page, 'Order book');
  await expect(book.getByRole('region', { name: `Order book of ${symbol}` })).toBeVisible(patient);
  await expect(book.getByText('live', { exact: true })).toBeVisible(patient);
}

const isFocused = (target: Locator) => target.evaluate(element => element === document.activeElement);

/** Presses Tab until the focus is there. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible(patient);
  for (let press = 0; press < 40; press += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${target.toString()}`);
}

/** F6 until the focus is at this panel, then by Tab. */
export async function tabWithin(page: Page, title: string, target: Locator): Promise<void> {
  const focused = panel(page, title)
    .locator(':focus')
    .or(page.getByRole('tab', { name: title }).and(page.locator(':focus')));
  for (let press = 0; press < 24 && (await focused.count()) === 0; press += 1) await page.keyboard.press('F6');
  await tabTo(page, target);
}

/** F6 until the focus is in a row of this table, then down to the wanted one. */
export async function goToRow(page: Page, table: string, row: Locator): Promise<void> {
  await expect(row).toHaveCount(1, patient);
  const focused = page.getByRole('table', { name: table }).locator('tr[data-row-key]:focus');
  for (let press = 0; press < 24 && (await focused.count()) === 0; press += 1) await page.keyboard.press('F6');
  await expect(focused).toHaveCount(1);
  await page.keyboard.press('Home');
  for (let press = 0; press < 60; press += 1) {
    // a row that was out of sight has the focus once it is drawn
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (await isFocused(row)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`no arrow leads to ${row.toString()}`);
}

/** The focus into a field that the keys have opened, and other words in it. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** What a sheet says when its action is over, well or not. */
const refused = '.notice-danger[role="alert"]';

/**
 * First press reviews, second sends. What the exchange would not take now, or was proven absent, is tried again as the
 * sheet offers it; of what is not known it is waited for what main finds out.
 */
export async function sendFromSheet(page: Page, reviewed: RegExp, done: RegExp): Promise<void> {
  const sheet = sheetOf(page);
  await expect(async () => {
    const text = (await sheet.textContent({ timeout: 1000 })) ?? '';
    if (done.test(text)) return;
    const button = sheet.getByRole('button', { name: reviewed });
    const again = sheet.getByRole('button', { name: 'Send again' });
    if (await again.isVisible()) await pressByKeys(page, again);
    else if (!text.includes('Outcome unknown') && !text.includes('Sent once')) {
      await page.keyboard.press('Control+Enter');
      if (await button.isVisible()) await page.keyboard.press('Control+Enter');
    }
    await expect(sheet).toContainText(done, { timeout: 1500 });
  }).toPass({ timeout: 120_000 });
  await expect(sheet.locator(refused)).toHaveCount(0);
}

/** A button by Tab and Enter. */
export async function pressByKeys(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

/** Reviews what is typed in the ticket; the market may move between being typed and being pressed. */
export async function reviewTicket(page: Page): Promise<Locator> {
  const review = ticketOf(page).getByRole('region', { name: 'Review' });
  await openReview(page, review);
  return review;
}

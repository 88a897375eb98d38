import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, expectWholeBook, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { expectStored } from './testing/stored.ts';

const workspace = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Workspaces' }).getByRole('button', { name, exact: true });
const bookWidth = async (page: Page) => Math.round((await panel(page, 'Order book').boundingBox())?.width ?? 0);

test('panels by keys alone are resized, closed and moved, kept over a restart, and a broken file stops nothing', async ({
  startFathom,
}) => {
  const first = await startFathom();
  const { page } = first;
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();

  // the separator right of the book, by the arrows
  const before = await bookWidth(page);
  await page
    .getByRole('separator', { name: /^Width/ })
    .nth(1)
    .focus();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('ArrowRight');
  let wide = before;
  const isAtRest = async () => {
    const last = wide;
    wide = await bookWidth(page);
    return wide === last && wide > before + 20;
  };
  await expect.poll(isAtRest).toBe(true);
  await expectWholeBook(page);

  // a tab is closed by Delete, and comes back by the menu
  await page.getByRole('tab', { name: 'Withdrawals' }).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('tab', { name: 'Withdrawals' })).toHaveCount(0);

  // a panel gets a place of its own by its menu
  await page.getByRole('button', { name: 'Open orders: move or close' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Own place on the right' }).focus();
  await page.keyboard.press('Enter');
  await expect(rowsOf(page, 'Conditional orders').first()).toBeVisible();
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();

  // another workspace, and back: the book moved with it
  await page.keyboard.press('Alt+2');
  await expect(workspace(page, 'Risk')).toHaveAttribute('aria-current', 'page');
  await expect(panel(page, 'Order book')).toHaveCount(0);
  await expect(rowsOf(page, 'Positions and margin accounts by risk').first()).toBeVisible();
  // the whole file is written each time: with a later choice in it, it has the earlier changes too
  await expectStored(first, 'workspaces.json', /"activeId":"risk"/);
  await page.keyboard.press('Alt+1');
  await expectWholeBook(page);
  await expectStored(first, 'workspaces.json', /"activeId":"desk"/);
  await first.close();

  const second = await startFathom();
  await expectWholeBook(second.page);
  await expect(rowsOf(second.page, 'Conditional orders').first()).toBeVisible();
  await expect(second.page.getByRole('tab', { name: 'Withdrawals' })).toHaveCount(0);
  await expect.poll(async () => Math.abs((await bookWidth(second.page)) - wide)).toBeLessThan(3);
  await second.close();

  const file = join(first.dataDir, 'workspaces.json');
  writeFileSync(file, readFileSync(file, 'utf8').slice(0, 200));
  const third = await startFathom();
  await expect(third.page.getByText(/The file with the workspaces is damaged/)).toBeVisible();
  await expectWholeBook(third.page);
  await openTab(third.page, 'Withdrawals');
});

test('a workspace is saved, exported, deleted and imported again, and an invalid one is rejected', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'Panels and workspaces' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.getByRole('button', { name: 'Panels and workspaces' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Sub-accounts' }).click();
  await expect(panel(page, 'Sub-accounts')).toHaveCount(0);

  await menu('Save as…');
  await page.getByLabel('Name').fill('Night');
  await page.keyboard.press('Enter');
  await expect(workspace(page, 'Night')).toHaveAttribute('aria-current', 'page');

  await menu('Export…');
  const text = await page.getByLabel('Workspace as text').inputValue();
  await page.getByRole('button', { name: 'Export to file' }).click();
  const published = page.getByRole('dialog').getByText(/^Written to /);
  await expect(published).toBeVisible();
  const file = /^Written to (.*)$/.exec((await published.textContent()) ?? '')?.[1] ?? '';
  expect(readFileSync(file, 'utf8').trim()).toBe(text.trim());
  await page.keyboard.press('Escape');
  await menu('Delete…');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(workspace(page, 'Night')).toHaveCount(0);
  await expect(workspace(page, 'Trading')).toHaveAttribute('aria-current', 'page');

  await menu('Import…');
  await page.getByLabel('Exported text').fill(text.replace('"fathomWorkspace": 1', '"fathomWorkspace": 7'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('not a Fathom workspace: fathomWorkspace');
  await page.getByLabel('Workspace file').setInputFiles(file);
  await expect(page.getByLabel('Exported text')).toHaveValue(/"fathomWorkspace": 1/);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(workspace(page, 'Night')).toHaveAttribute('aria-current', 'page');
  await expect(panel(page, 'Sub-accounts')).toHaveCount(0);
});

test('linked panels keep their own market: two books show two markets, and a list the orders of one', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  const find = async (text: string, option: RegExp) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Command/ }).fill(text);
    await expect(page.getByRole('option', { name: option, selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
  };
  // both panels are named alike, their tabs are not
  const bookOf = (name: string, base: string) =>
    page
      .locator('[data-tabset]', { has: page.getByRole('tab', { name, exact: true }) })
      .getByText(`Size ${base}`)
      .first();
  await find('panel book 2', /Book 2/);
  await expect(bookOf('Order book', 'BTC')).toBeVisible();
  const chosen = (symbol: string) => page.getByRole('button', { name: `B ${symbol}, link B: choose another market` });
  await expect(chosen('BTC-USDT')).toBeVisible();

  // the list of markets is of the first colour
  await page.getByRole('option', { name: /^SOL.USDT/ }).click();
  await expect(bookOf('Order book', 'SOL')).toBeVisible();
  await expect(chosen('BTC-USDT')).toBeVisible();

  // by keys: the palette chooses for the panel that has the focus, and Tab leads from its tab to the button that does
  const tab = page.getByRole('tab', { name: 'Book 2' });
  await tab.focus();
  await find('eth-usdt', /ETH-USDT spot · for link B/);
  await expect(chosen('ETH-USDT')).toBeVisible();
  await expect(bookOf('Order book', 'SOL')).toBeVisible();
  await tab.focus();
  await page.keyboard.press('Tab');
  await expect(chosen('ETH-USDT')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Market' }).fill('xrp');
  await page.keyboard.press('Enter');
  await expect(chosen('XRP-USDT').first()).toBeVisible();
  await expect(bookOf('Book 2', 'XRP')).toBeVisible();
  await expect(bookOf('Order book', 'SOL')).toBeVisible();

  // a list that follows the colour lists its market and no other
  await expect(rowsOf(page, 'Open orders').filter({ hasText: 'BTC-USDT' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Open orders: move or close' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Market of link B' }).click();
  await expect(rowsOf(page, 'Open orders').filter({ hasNotText: 'XRP-USDT' })).toHaveCount(0);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  await expect(chosen('XRP-USDT')).toHaveCount(2);
});

test('a window that was made smaller is laid out like one that was opened at that size', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  const widths = () =>
    page.locator('.dock [data-tabset]').evaluateAll(places => places.map(place => place.getBoundingClientRect().width));
  const fresh = await widths();
  await page.setViewportSize({ width: 2560, height: 1440 });
  await expect.poll(async () => (await widths()).length).toBeGreaterThan(fresh.length);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(widths).toEqual(fresh);
});

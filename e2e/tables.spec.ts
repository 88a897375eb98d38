import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { chooseMarket, expect, expectWholeBook, openTab, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';
import { uglySpots } from './testing/ugly-spots.ts';

/** What happened to the order of the row that has the focus. */
async function openTimeline(page: Page, table: string): Promise<Locator> {
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: `Row of ${table}` });
  await menu.getByRole('menuitem', { name: 'Timeline of the order' }).click();
  return page.getByRole('dialog', { name: /^Timeline/ }).getByRole('list', { name: 'Timeline' });
}

test('a table by keys: filtered, marked and added up, written into a file, and as it was after a restart', async ({
  startFathom,
}) => {
  const first = await startFathom();
  const { page } = first;
  const rows = rowsOf(page, 'Active orders');
  await expect(rows.first()).toBeVisible();
  await rows.first().focus();
  // typed on at once: none of it may open the ticket
  await page.keyboard.press('f');
  await page.keyboard.type('side is buy');
  await page.keyboard.press('Enter');
  await page.keyboard.type('market is not futures');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const filters = page.getByRole('group', { name: 'Filters' });
  await expect(filters).toContainText('Side is buy');
  const count = filters.getByRole('status');
  await expect(count).toHaveText(/^\d+ of \d+$/);
  await expect(rows.filter({ hasText: 'Sell' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Order ticket' })).toHaveCount(0);
  // not all of them are drawn: the list is longer than its place
  const shown = readNumber((await count.textContent()) ?? '');
  expect(shown).toBeGreaterThan(2);

  await rows.first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByLabel('Totals of the marked rows')).toContainText('2 marked');
  // filters above and totals below take their room, and the rows between are whole all the same
  await page.setViewportSize({ width: 1100, height: 700 });
  await expect.poll(() => uglySpots(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // the end of a title, dragged by the mouse
  const title = page.getByRole('table', { name: 'Active orders' }).getByRole('columnheader', { name: /^Symbol/ });
  const widthOf = async () => Math.round((await title.boundingBox())?.width ?? 0);
  const box = await title.boundingBox();
  if (box === null) throw new Error('no title');
  await page.mouse.move(box.x + box.width - 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 38, box.y + 8, { steps: 4 });
  await page.mouse.up();
  // what room is left over is shared out, so it is a little more
  expect(await widthOf()).toBeGreaterThan(box.width + 30);

  await page.getByRole('button', { name: /files of Active orders/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Active orders' });
  await sheet.getByRole('checkbox', { name: 'Instructions' }).uncheck();
  await sheet.getByRole('button', { name: `CSV of ${shown} rows` }).click();
  const written = sheet.getByText(/^Written to /);
  await expect(written).toBeVisible();
  const file = ((await written.textContent()) ?? '').replace('Written to ', '');
  const lines = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(lines).toHaveLength(shown + 1);
  expect(lines[0]).toMatch(/^\w+_utc,symbol,/);
  await page.keyboard.press('Escape');
  // what was looked at is written down within a second
  await page.waitForTimeout(1500);
  await first.close();

  const second = await startFathom();
  await openTab(second.page, 'Active orders');
  await expect(second.page.getByRole('group', { name: 'Filters' })).toContainText('Side is buy');
  await expect(second.page.getByRole('columnheader', { name: 'Instructions' })).toHaveCount(0);
  await expect(second.page.getByRole('group', { name: 'Filters' })).toContainText(`${shown} of `);
});

test('done orders of a contract are scrolled through their windows to the end of what the exchange keeps', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Active orders').first()).toBeVisible({ timeout: 20_000 });
  await chooseMarket(page, 'xbtusdtm', 'XBTUSDTM');
  await openTab(page, 'Done orders');
  await page.getByRole('button', { name: 'Only XBTUSDTM' }).click();
  await expect(rowsOf(page, 'Done orders').first()).toBeVisible();
  const end = page.getByRole('group', { name: 'End of the list' });
  const table = page.getByRole('table', { name: 'Done orders' });
  const count = async () => Number(await table.getAttribute('aria-rowcount'));
  const newest = await count();
  // nothing is read before somebody scrolls there
  await expect(end.getByRole('button', { name: 'Read older' })).toBeAttached();
  const box = end.locator('xpath=..');
  await expect(async () => {
    // few rows are not scrolled: the button does the same
    const more = end.getByRole('button', { name: 'Read older' });
    if (await more.isVisible()) await more.click({ timeout: 1000 });
    await box.evaluate(element => element.scrollBy(0, -300));
    await box.evaluate(element => element.scrollTo(0, element.scrollHeight));
    await expect(end).toContainText('Nothing older can be had.', { timeout: 700 });
  }).toPass({ timeout: 40_000 });
  await expect(end).toContainText('The exchange keeps filled orders for six months.');
  await expect(end).toContainText('The exchange keeps cancelled orders for one month.');
  const all = await count();
  expect(all).toBeGreaterThan(newest);
  // the oldest is an order that was filled half a year ago: its own timeline still has its fills, and when it ended
  await rowsOf(page, 'Done orders').last().focus();
  const events = await openTimeline(page, 'Done orders');
  await expect(events).toContainText('Filled ');
  await expect(events).toContainText('Done');
  await expect(events).not.toContainText('time not told');
  await page.keyboard.press('Escape');
  // what was read stays while something else is looked at
  await openTab(page, 'Stops');
  await openTab(page, 'Done orders');
  await expect(end).toContainText('Nothing older can be had.');
  expect(await count()).toBeGreaterThanOrEqual(all);
});

test('a tab says what came since it was looked at, also of orders that are done', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await openTab(page, 'Withdrawals');
  await expect(rowsOf(page, 'Withdrawals').first()).toBeVisible();
  await openTab(page, 'Done orders');
  await expect(rowsOf(page, 'Done orders').first()).toBeVisible();
  await openTab(page, 'Active orders');
  const far = rowsOf(page, 'Active orders').filter({ hasText: 'week low' });
  await far.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order', exact: true }).click();
  await expect(far).toHaveCount(0);
  // the market may end others meanwhile
  await expect(page.getByRole('tab', { name: /^Done orders \d+ new since you looked here last$/ })).toBeVisible();
  await openTab(page, 'Done orders');
  const gone = rowsOf(page, 'Done orders').filter({ hasText: '92,974' }).first();
  await expect(gone).toContainText('cancelled');
  // no list of spot orders says when one ended
  await gone.focus();
  const events = await openTimeline(page, 'Done orders');
  await expect(events).toContainText('Cancelled');
  await expect(events).not.toContainText('time not told');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: 'Done orders', exact: true })).toBeVisible();
});

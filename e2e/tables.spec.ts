import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright/test';
import { expect, expectWholeBook, openTab, panel, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';
import { findLayoutDefects } from './testing/layout-defects.ts';
import { expectStored } from './testing/stored.ts';

/** What happened to the order of the row that has the focus. */
async function openTimeline(page: Page, table: string): Promise<Locator> {
  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: `Row of ${table}` });
  await menu.getByRole('menuitem', { name: 'Order timeline' }).click();
  return page.getByRole('dialog', { name: /^Timeline/ }).getByRole('list', { name: 'Timeline' });
}

test('a table by keys: filtered, marked and summed, written to a file, and the same after a restart', async ({
  startFathom,
}) => {
  const first = await startFathom();
  const { page } = first;
  const rows = rowsOf(page, 'Open orders');
  await expect(rows.first()).toBeVisible();
  // the lists of both venues and of margin come one after the other
  await expect(panel(page, 'Open orders').getByText('live', { exact: true })).toBeVisible();
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
  await expect.poll(() => findLayoutDefects(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  // the end of a title, dragged by the mouse
  const title = page.getByRole('table', { name: 'Open orders' }).getByRole('columnheader', { name: /^Symbol/ });
  const widthOf = async () => Math.round((await title.boundingBox())?.width ?? 0);
  const box = await title.boundingBox();
  if (box === null) throw new Error('no title');
  await page.mouse.move(box.x + box.width - 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 38, box.y + 8, { steps: 4 });
  await page.mouse.up();
  // what room is left over is shared out, so it is a little more
  await expect.poll(widthOf).toBeGreaterThan(box.width + 30);

  await page.getByRole('button', { name: /files of Open orders/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Open orders' });
  await sheet.getByRole('checkbox', { name: 'TIF / flags' }).uncheck();
  await sheet.getByRole('button', { name: `CSV of ${shown} rows` }).click();
  const written = sheet.getByText(/^Written to /);
  await expect(written).toBeVisible();
  const file = ((await written.textContent()) ?? '').replace('Written to ', '');
  const lines = readFileSync(file, 'utf8').trim().split('\r\n');
  expect(lines).toHaveLength(shown + 1);
  expect(lines[0]).toMatch(/^\w+_utc,symbol,/);
  await page.keyboard.press('Escape');
  await expectStored(first, 'settings.json', /"isShown":false.*"column":"side"/);
  await first.close();

  const second = await startFathom();
  await openTab(second.page, 'Open orders');
  await expect(second.page.getByRole('group', { name: 'Filters' })).toContainText('Side is buy');
  await expect(second.page.getByRole('columnheader', { name: 'TIF / flags' })).toHaveCount(0);
  await expect(second.page.getByRole('group', { name: 'Filters' })).toContainText(`${shown} of `);
});

test('a tab says what came since it was looked at, also of orders that are done', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await openTab(page, 'Withdrawals');
  await expect(rowsOf(page, 'Withdrawals').first()).toBeVisible();
  await openTab(page, 'Order history');
  await expect(rowsOf(page, 'Order history').first()).toBeVisible();
  await openTab(page, 'Open orders');
  const far = rowsOf(page, 'Open orders').filter({ hasText: 'week low' });
  await far.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order', exact: true }).click();
  await expect(far).toHaveCount(0);
  // the market may end others meanwhile
  await expect(page.getByRole('tab', { name: /^Order history \d+ new since you last viewed this tab$/ })).toBeVisible();
  await openTab(page, 'Order history');
  const gone = rowsOf(page, 'Order history').filter({ hasText: '92,974' }).first();
  await expect(gone).toContainText('cancelled');
  // no list of spot orders says when one ended
  await gone.focus();
  const events = await openTimeline(page, 'Order history');
  await expect(events).toContainText('Cancelled');
  await expect(events).not.toContainText('time unknown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tab', { name: 'Order history', exact: true })).toBeVisible();
});

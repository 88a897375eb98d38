import type { Locator, Page } from 'playwright/test';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { expectAccessible } from './testing/axe.ts';
import { expect, expectWholeBook, openTab, panel, rowsOf, takeMarket, test } from './testing/fathom-fixture.ts';
import { keepBothPictures, keepPicture } from './testing/pictures.ts';
import { reviewInTicket } from './testing/open-review.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };

const ladderOf = (page: Page) => panel(page, 'Price ladder');
const lineAt = (ladder: Locator, price: string) => ladder.locator(`.price-ladder-row[data-price="${price}"]`);
const cellAt = (ladder: Locator, price: string, column: string) =>
  lineAt(ladder, price).locator(`[data-column="${column}"]`);

/** Opens the ladder of a market by keys. */
async function open(page: Page, typed: string, symbol: string): Promise<Locator> {
  await takeMarket(page, typed);
  await page.keyboard.press('F6');
  const ladder = ladderOf(page);
  if (!(await ladder.isVisible())) await page.keyboard.press('d');
  await expect(ladder.getByRole('grid', { name: `Price ladder of ${symbol}` })).toBeVisible();
  await expect(ladder.locator('.price-ladder-row[data-place="bid"]')).toBeVisible(patient);
  await expect(ladder.getByText('live', { exact: true })).toBeVisible(patient);
  return ladder;
}

/** Moves the pointer to a cell and waits until the rows have not moved for longer than clicks are ignored. */
async function point(page: Page, cell: Locator): Promise<void> {
  await cell.hover();
  await page.waitForTimeout(350);
  await cell.hover();
}

/** A stop of the same side in the row of an order: a drag from there moves neither, and says why. */
async function expectSharedRowStays(ladder: Locator, price: string, target: string): Promise<void> {
  const page = ladder.page();
  const profileId = await activeProfileId(page);
  const stop = { symbol: 'USDC-USDT', side: 'buy', type: 'market', stop: 'loss', stopPrice: price, funds: '33' };
  const order = { ...stop, clientOid: crypto.randomUUID() };
  expect(await askDesk(page, 'stops.place', { profileId, order, confirmed: 'summary' })).toEqual(
    expect.objectContaining({ ok: true }),
  );
  const cell = cellAt(ladder, price, 'buys');
  await point(page, cell.locator('.price-ladder-size').first());
  await expect(ladder.locator('.price-ladder-tip')).toContainText(
    'with an order and a stop cannot be dragged',
    patient,
  );
  await page.mouse.down();
  await cellAt(ladder, target, 'buys').hover();
  await cellAt(ladder, target, 'buys').hover();
  await page.mouse.up();
  await expect(page.getByText('This row has an order and a stop', { exact: false })).toBeVisible();
  await expect(cell).toContainText('345');
  await expect(cellAt(ladder, target, 'buys')).toBeEmpty();
  await openTab(page, 'Conditional orders');
  const waiting = rowsOf(page, 'Conditional orders').filter({ hasText: 'USDC-USDT' });
  await waiting.focus();
  await page.keyboard.press('Delete');
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: /^Cancel/ })
    .last()
    .click();
  await expect(waiting).toHaveCount(0, patient);
  await page.keyboard.press('Escape');
}

/** The price of the row so many below the best bid. */
async function priceBelow(ladder: Locator, rows: number): Promise<string> {
  const best = Number(await ladder.locator('.price-ladder-row[data-place="bid"]').getAttribute('data-row'));
  const line = ladder.locator(`.price-ladder-row[data-row="${best - rows}"]`);
  return (await line.getAttribute('data-price')) ?? '';
}

test('the price ladder: an order is placed by a review and armed, moved by dragging, cancelled, frozen under the pointer', async ({
  startFathom,
}) => {
  // on a busy machine it needs more than six minutes
  test.slow();
  const { page } = await startFathom();
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);
  // a market that hardly moves
  const ladder = await open(page, 'usdc', 'USDC-USDT');
  await ladder.getByLabel(/^Size of a click/).fill('345');
  await page.keyboard.press('Enter');
  await expect(ladder.getByRole('grid')).toBeFocused();
  await expectAccessible(page, 'the price ladder');

  const [reviewed, armed, moved] = [
    await priceBelow(ladder, 4),
    await priceBelow(ladder, 6),
    await priceBelow(ladder, 5),
  ];
  await point(page, cellAt(ladder, reviewed, 'buys'));
  await expect(ladder.locator('.price-ladder-tip')).toContainText(`Buy 345 USDC at ${reviewed}`);
  await page.mouse.down();
  await page.mouse.up();
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  const review = await reviewInTicket(ticket);
  await expect(review).toContainText(`Buy 345 USDC at ${reviewed}`, patient);
  await expect(cellAt(ladder, reviewed, 'buys')).not.toContainText('345');
  await page.keyboard.press('Control+Enter');
  await expect(cellAt(ladder, reviewed, 'buys')).toContainText('345', patient);
  await page.keyboard.press('Escape');

  await ladder.getByRole('button', { name: /^Arm/ }).click();
  await point(page, cellAt(ladder, armed, 'buys'));
  await expect(ladder.locator('.price-ladder-tip')).toContainText('Armed: one click sends it');
  await page.mouse.down();
  await page.mouse.up();
  await expect(cellAt(ladder, armed, 'buys')).toHaveAttribute('data-tone', 'resting', patient);
  await keepPicture(page, 'price ladder armed');
  await expect(cellAt(ladder, armed, 'ahead')).not.toBeEmpty();

  await point(page, cellAt(ladder, armed, 'buys').locator('.price-ladder-size'));
  await page.mouse.down();
  await cellAt(ladder, moved, 'buys').hover();
  await cellAt(ladder, moved, 'buys').hover();
  await expect(cellAt(ladder, armed, 'buys')).toHaveAttribute('data-tone', 'ghost');
  await page.mouse.up();
  await expect(cellAt(ladder, moved, 'buys')).toHaveAttribute('data-tone', 'resting', patient);
  await expect(cellAt(ladder, armed, 'buys')).not.toContainText('345', patient);

  await expectSharedRowStays(ladder, moved, armed);
  await point(page, cellAt(ladder, moved, 'buys').locator('.price-ladder-size'));
  await page.mouse.down({ button: 'right' });
  await page.mouse.up({ button: 'right' });
  await expect(cellAt(ladder, moved, 'buys')).not.toContainText('345', patient);
  await expect(page.getByText(/USDC-USDT: cancelled/)).toBeVisible(patient);

  // a market that runs: its rows stand still under the pointer and say where it went
  const running = await open(page, 'btc', 'BTC-USDT');
  for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('-');
  const top = running.locator('.price-ladder-rows .price-ladder-row').first();
  await running.locator('.price-ladder-row[data-place="bid"] [data-column="price"]').hover();
  const away = running.getByText(/^market \d+ rows? (up|down)$/);
  // once it says how far the market is, the rows are held; later it is further away, nearer or back
  await expect(away).toBeVisible({ timeout: 60_000 });
  const [held, distance] = [await top.getAttribute('data-price'), await away.allTextContents()];
  await expect.poll(() => away.allTextContents(), { timeout: 60_000 }).not.toEqual(distance);
  await expect(top).toHaveAttribute('data-price', held ?? '');
  await page.mouse.move(4, 4);
  await expect(away).toHaveCount(0);
  // a market that is back has to leave again
  await expect(top).not.toHaveAttribute('data-price', held ?? '', { timeout: 60_000 });
  await keepBothPictures(page, 'price ladder');
  // it is a panel of its own: here it takes turns with the book
  await page.getByRole('tab', { name: 'Order book' }).click();
  await expect(panel(page, 'Order book')).toBeVisible();
  await page.getByRole('tab', { name: 'Price ladder' }).click();
  await expect(panel(page, 'Price ladder')).toBeVisible();
  await page.keyboard.press('d');
  await expect(panel(page, 'Order book')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Price ladder' })).toHaveCount(0);
});

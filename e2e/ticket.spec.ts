import type { Locator, Page } from 'playwright/test';
import { owed } from './owed.ts';
import { newestSaleId, setFault, traderOn } from './second-client.ts';
import { checkIn } from './testing/axe.ts';
import { findLayoutDefects } from './testing/layout-defects.ts';
import {
  chooseMarket,
  columnOf,
  expect,
  expectWholeBook,
  type FathomUnderTest,
  openTab,
  panel,
  readNumber,
  rowsOf,
  rowsOfOrder,
  rowsOfSize,
  test,
} from './testing/fathom-fixture.ts';
import { keepPicture } from './testing/pictures.ts';
import { openReview } from './testing/open-review.ts';

const ticketOf = (page: Page) => page.getByRole('region', { name: 'Order ticket' });
const lastOf = (ticket: Locator) => ticket.getByRole('list', { name: 'Last orders' }).getByRole('listitem').first();
/** room for a machine that others use as well */
const patient = { timeout: 60_000 };

/** The keys of the ticket work once the panels that load after the book are mounted. */
async function expectReady(page: Page): Promise<void> {
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);
}

/** Chooses a market by keys and waits for its book. */
async function choose(page: Page, typed: string, symbol: string): Promise<void> {
  await chooseMarket(page, typed, symbol);
  const book = panel(page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible(patient);
  await page.keyboard.press('F6');
}

/** Parts of the ticket that are wider than their place. */
function wideParts(ticket: Locator): Promise<string[]> {
  return ticket.evaluate(box =>
    [...box.querySelectorAll('.ticket-head, .ticket-body, .ticket-review, .ticket-line, .ticket-submit')]
      .filter(part => part.scrollWidth > part.clientWidth)
      .map(part => part.className),
  );
}

/** First press reviews, second sends; the market may move between being typed and being pressed. */
async function review(page: Page, within = patient): Promise<Locator> {
  const shown = ticketOf(page).getByRole('region', { name: 'Review' });
  await openReview(page, shown, within.timeout);
  return shown;
}

test('ticket by keys alone: priced by the touch, sold at the market by quote, rejected sizes corrected, the last one cancelled', async ({
  startFathom,
}) => {
  const { page, practice } = await startFathom();
  await expectReady(page);
  const ticket = ticketOf(page);

  await page.keyboard.press('b');
  await page.keyboard.type('.05');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b+1');
  // a tick better would trade at once wherever the spread is one tick, as it may be here for a while
  const wideAgain = { timeout: 60_000 };
  await expect(ticket).toContainText('limit, post-only', wideAgain);
  await expect(await review(page, wideAgain)).toContainText(/GTC, post-only/);

  // and this market trends: the sent order is further off
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await page.keyboard.type('.05');
  await expect(ticket.getByLabel('Size', { exact: true })).toBeFocused(patient);
  await expect(ticket.getByLabel('Size', { exact: true })).toHaveValue('.05');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b-300');
  const reviewed = await review(page);
  await expect(reviewed).toContainText('PRACTICE');
  await expect(reviewed).toContainText('GTC');
  await expect(reviewed).toContainText(/Policy.*ok/);
  // 0.05 was typed: the other form is what it moves
  await expect(reviewed.locator('.ticket-other')).toContainText('USDT');
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText(/open|filled/, patient);
  await page.keyboard.press('Escape');

  // one that stays where it is put, in a market that hardly moves
  await choose(page, 'usdc', 'USDC-USDT');
  await page.keyboard.press('b');
  await page.keyboard.type('345');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b-2');
  await review(page);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText('open', patient);
  const own = rowsOfSize(page, 'Open orders', '345').filter({ hasText: 'USDC-USDT' });
  await expect(own).toContainText('Buy');
  await expect(
    panel(page, 'Order book')
      .getByText(/Your 345/)
      .first(),
  ).toBeAttached(patient);
  await page.keyboard.press('Escape');
  await expect(ticket).toHaveCount(0);
  await page.keyboard.press('Control+Backspace');
  await expect(page.getByText(/Cancelling: Buy 345 USDC/)).toBeVisible();
  await expect(page.getByText(/USDC-USDT: cancelled/)).toBeVisible(patient);

  await choose(page, 'btc', 'BTC-USDT');
  // too small, and one press fixes it
  await page.keyboard.press('b');
  await ticket.getByLabel('Size', { exact: true }).fill('.000004');
  await page.keyboard.press('Tab');
  await page.keyboard.type('b');
  await expect(ticket.getByText('Size 0.000004 is below 0.00001.').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(ticket.getByRole('region', { name: 'Review' })).toHaveCount(0);
  await ticket.getByRole('button', { name: 'Use 0.00001', exact: true }).click();
  await expect(ticket.getByText('is below 0.00001')).toHaveCount(0);

  await page.keyboard.press('s');
  await expect(ticket.getByLabel('Size', { exact: true })).toBeFocused();
  await page.keyboard.type('5000q');
  await page.keyboard.press('Tab');
  await page.keyboard.type('m');
  await expect(ticket).toContainText(/market ≈/);
  const sale = await review(page);
  await expect(sale).toContainText(/Sell 0\.0\d+ BTC at market/);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText('filled', patient);
  const toasts = page.locator('.toast');
  await expect(toasts.filter({ hasText: /Sold .*BTC-USDT/ })).toHaveCount(1, patient);
  await expect(toasts.filter({ hasText: 'Filled' })).toHaveCount(0);
  const saleId = await newestSaleId(traderOn(await practice, 'spot'), 'BTC-USDT');
  await openTab(page, 'Fills');
  await expect(rowsOfOrder(page, 'Recent fills', saleId).first()).toContainText('Sell', patient);
});

test('an order whose answer is lost is unknown, then found; a double click is one order (fault 5)', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { control } = await fathom.practice;
  await expectReady(page);
  const ticket = ticketOf(page);
  await page.keyboard.press('b');
  await page.keyboard.type('0.0123');
  await expect(ticket.getByLabel('Size', { exact: true })).toHaveValue('0.0123', patient);
  await page.keyboard.press('Tab');
  await page.keyboard.type('b-5000');
  await review(page);
  await setFault(control, {
    fault: 'rest',
    method: 'POST',
    path: '/api/v1/hf/orders',
    isExecuted: true,
    answer: { kind: 'error', status: 502 },
    count: 1,
  });
  await ticket.getByRole('button', { name: /^Buy 0\.0123 BTC at/ }).dblclick();
  await expect(lastOf(ticket)).toContainText(/unknown: checking|open/, patient);
  await expect(lastOf(ticket)).toContainText('open', patient);
  const toast = page.getByText(/Done: Buy 0\.0123/);
  await expect(toast).toBeVisible(patient);
  // notices are beside the ticket, never over the button that sends
  const [published, beside] = [await toast.boundingBox(), await ticket.boundingBox()];
  expect((published?.x ?? 0) + (published?.width ?? 0)).toBeLessThanOrEqual(beside?.x ?? 0);
  await expect(rowsOfSize(page, 'Open orders', '0.0123')).toHaveCount(1);
  await expect(ticket.getByRole('list', { name: 'Last orders' }).getByRole('listitem')).toHaveCount(1);
});

test('a price and a size of the book are set in the ticket by a click', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expectReady(page);
  const canvas = panel(page, 'Order book').locator('canvas');
  const box = await canvas.boundingBox();
  if (box === null) throw new Error('the ladder is not drawn');
  const ticket = ticketOf(page);
  // the book does not move under the pointer; bids are on the left, their prices at the middle
  await page.mouse.move(box.x + box.width / 2 - 20, box.y + 120);
  await page.mouse.click(box.x + box.width / 2 - 20, box.y + 120);
  await expect(ticket.getByRole('button', { name: /^Buy/, pressed: true })).toBeVisible(patient);
  await expect(ticket.getByLabel('Price', { exact: true })).toHaveValue(/^\d+(\.\d)?$/);
  await expect(ticket.getByLabel('Size', { exact: true })).toHaveValue('');
  const book = await canvas.boundingBox();
  if (book === null) throw new Error('the ladder is not drawn');
  await page.mouse.move(book.x + book.width * 0.7, book.y + 400);
  await page.mouse.click(book.x + book.width * 0.7, book.y + 400);
  // a size among the asks: bought up to there
  await expect(ticket.getByLabel('Size', { exact: true })).toHaveValue(/^\d*\.\d+$/, patient);
  await expect(ticket).toContainText(/est\. fill .* BTC at/);

  // a height of the chart, and a level of the depth
  const price = ticket.getByLabel('Price', { exact: true });
  await price.fill('');
  const chart = await page.locator('.chart-canvas').boundingBox();
  if (chart === null) throw new Error('the chart is not drawn');
  await page.mouse.click(chart.x + chart.width / 3, chart.y + chart.height / 3);
  await expect(price).toHaveValue(/^\d+(\.\d)?$/);
  await price.fill('');
  await openTab(page, 'Depth');
  const curve = page.locator('.depth');
  await expect(curve.locator('.depth-tick').first()).toBeVisible(patient);
  const drawn = await curve.boundingBox();
  if (drawn === null) throw new Error('the depth is not drawn');
  await page.mouse.move(drawn.x + drawn.width / 4, drawn.y + drawn.height / 2);
  await expect(curve.locator('.depth-pointed')).toBeVisible();
  await page.mouse.click(drawn.x + drawn.width / 4, drawn.y + drawn.height / 2);
  await expect(price).toHaveValue(/^\d+(\.\d)?$/);
});

test('a pair is tracked and cancelled as one', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expectReady(page);
  const ticket = ticketOf(page);
  await choose(page, 'usdc', 'USDC-USDT');
  await page.keyboard.press('s');
  await ticket.getByLabel('Order type').selectOption('pair');
  await ticket.getByLabel('Size', { exact: true }).fill('100');
  await ticket.getByLabel('SL limit price', { exact: true }).fill('0.97');
  await ticket.getByLabel('SL', { exact: true }).fill('2%');
  await ticket.getByLabel('TP', { exact: true }).fill('2%');
  await expect(ticket).toContainText('funds are not held, so it can be rejected');
  await review(page);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText('TP and SL untriggered', patient);
  await openTab(page, 'Conditional orders');
  const legs = rowsOf(page, 'Conditional orders').filter({ hasText: 'USDC-USDT' });
  await expect(legs).toHaveCount(2, patient);
  await ticket.focus();
  await page.keyboard.press('Control+Backspace');
  await expect(legs).toHaveCount(0, patient);
  await expect(lastOf(ticket)).toContainText('cancelled: neither leg is open', patient);
});

/**
 * Sends an order with auto-borrow: the review shows the amount and the interest rate, and the exchange lends about as
 * much.
 */
async function expectBorrowed(fathom: FathomUnderTest, before: number): Promise<void> {
  const { page } = fathom;
  const ticket = ticketOf(page);
  await ticket.getByRole('button', { name: 'Auto-borrow' }).click();
  await ticket.getByLabel('Size', { exact: true }).fill('0.7');
  const sheet = await review(page);
  await expect(sheet.locator('.fact', { hasText: 'Interest rate' })).toContainText(/% per hour, .*% per year/);
  const borrowed = readNumber((await sheet.locator('.fact', { hasText: /^Auto-borrow/ }).textContent()) ?? '');
  expect(borrowed).toBeGreaterThan(100);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText('filled 0.7', patient);
  await expect.poll(async () => Math.abs((await owed(fathom)) - before - borrowed) / borrowed).toBeLessThan(0.05);
}

test('an order on cross margin and a contract have the previewed liquidation price', async ({ startFathom }) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await expectReady(page);
  const ticket = ticketOf(page);
  await page.keyboard.press('b');
  await ticket.getByLabel('Trading account').selectOption('cross');
  await ticket.getByLabel('Size', { exact: true }).fill('0.002');
  await ticket.getByLabel('Price', { exact: true }).fill('b-5000');
  await expect(ticket.getByRole('button', { name: 'Auto-borrow' })).toBeVisible();
  await expect(await review(page)).toContainText('on cross margin of Practice, PRACTICE');
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText('open', patient);
  await expect(rowsOfSize(page, 'Open orders', '0.002')).toContainText('Cross');
  await ticket.getByLabel('Size', { exact: true }).fill('0.003');
  await ticket.getByLabel('Price', { exact: true }).fill('m');
  await review(page);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText('filled 0.003', patient);
  await expectBorrowed(fathom, await owed(fathom));
  await page.keyboard.press('Escape');

  await choose(page, 'dogeusdtm', 'DOGEUSDTM');
  await page.keyboard.press('b');
  await expect(ticket.getByLabel('Leverage')).toHaveValue('5', patient);
  await ticket.getByLabel('Size', { exact: true }).fill('20');
  await ticket.getByLabel('Price', { exact: true }).fill('m');
  const sheet = await review(page);
  const liquidation = sheet.locator('.fact', { hasText: 'Liquidation' }).locator('.before-after-new');
  const previewed = readNumber((await liquidation.textContent()) ?? '');
  await expect(sheet).toContainText(/Position/);
  await expect(sheet).toContainText(/Order cost/);
  await page.keyboard.press('Control+Enter');
  await expect(lastOf(ticket)).toContainText('filled', patient);
  const row = rowsOf(page, 'Futures positions').filter({ hasText: 'DOGEUSDTM' });
  await expect(row).toContainText('Long 20', patient);
  // whatever goes for want of room beside the ticket, this column does not
  await expect(ticket).toBeVisible();
  await expect.poll(() => columnOf(page, 'Futures positions', 'Liquidation')).toBeGreaterThan(0);
  const liquidationCell = row.getByRole('cell').nth(await columnOf(page, 'Futures positions', 'Liquidation'));
  // the market may move between the review and the fill, more on a slow machine
  const published = async () => readNumber((await liquidationCell.textContent()) ?? '');
  await expect.poll(async () => Math.abs((await published()) / previewed - 1)).toBeLessThan(0.005);

  // closing turns the side, and leaves nothing
  await page.keyboard.press('s');
  await ticket.getByRole('button', { name: 'close', exact: true }).click();
  await ticket.getByLabel('Price', { exact: true }).fill('m');
  await expect(await review(page)).toContainText('closes the position');
  await page.keyboard.press('Control+Enter');
  await expect(row).toHaveCount(0, patient);
});

test('opening and closing the ticket moves nothing under the pointer on the book', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await expectReady(page);
  const canvas = panel(page, 'Order book').locator('canvas');
  const before = await canvas.boundingBox();
  if (before === null) throw new Error('the book is not drawn');
  await page.mouse.click(before.x + 30, before.y + before.height * 0.75);
  await expect(ticketOf(page).getByLabel('Price', { exact: true })).not.toHaveValue('', patient);
  expect(await canvas.boundingBox()).toEqual(before);
  // the pointer leaves it: the ticket gets a column of its own
  await ticketOf(page).getByLabel('Size', { exact: true }).hover();
  await expect.poll(async () => (await canvas.boundingBox())?.width ?? 0).toBeLessThan(before.width);
});

test('a size by risk loses the stated amount at the stop, and a cross order shows leverage and order cost', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectReady(page);
  await choose(page, 'dogeusdtm', 'DOGEUSDTM');
  const ticket = ticketOf(page);
  await page.keyboard.press('b');
  await ticket.getByLabel('Size', { exact: true }).fill('r50');
  await ticket.getByLabel('Price', { exact: true }).fill('m');
  await ticket.getByLabel('SL', { exact: true }).fill('2%');
  const atStop = ticket.locator('.fact', { hasText: 'At the SL' });
  await expect(atStop).toContainText(/of fees; slippage not counted/, patient);
  const loss = readNumber(/loses ([\d.,]+)/.exec((await atStop.textContent()) ?? '')?.[1] ?? '');
  expect(loss).toBeLessThanOrEqual(50);
  // one lot loses less than one of the currency
  expect(loss).toBeGreaterThan(48);
  await ticket.getByLabel('Margin mode').selectOption('cross');
  await expect(ticket.locator('.fact', { hasText: 'Order cost' })).toContainText(/\d USDT/);
  await expect(ticket.locator('.fact', { hasText: 'Margin mode' })).toContainText(/cross \d+×/);
  await expect(ticket).toContainText('Margin mode differs from the contract.');
  await ticket.getByRole('button', { name: 'Use isolated' }).click();
  await expect(ticket.locator('.fact', { hasText: 'Order cost' })).toContainText(/\d USDT/);
});

/** The review of a stop wraps: no line of it is cut at the edge of the ticket. Leaves the ticket as it was. */
async function expectWholeStopReview(page: Page): Promise<void> {
  const ticket = ticketOf(page);
  await ticket.getByLabel('Order type').selectOption('stop-limit');
  await ticket.getByLabel('Trigger', { exact: true }).fill('1%');
  await review(page);
  const line = ticket.locator('.ticket-stop');
  await expect(line).toContainText('at exchange');
  expect.soft(await wideParts(ticket), 'review of a stop').toEqual([]);
  const [box, whole] = [await line.boundingBox(), await ticket.boundingBox()];
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual((whole?.x ?? 0) + (whole?.width ?? 0));
  expect(await line.evaluate(each => each.scrollWidth <= each.clientWidth)).toBe(true);
  await page.keyboard.press('Escape');
  await ticket.getByLabel('Order type').selectOption('limit');
}

for (const [width, height] of [
  [1100, 700],
  [1440, 900],
  [2560, 1440],
] as const) {
  test(`the ticket at ${width}x${height} is not cut and is readable`, async ({ startFathom }) => {
    const { page } = await startFathom({ size: { width, height } });
    await expectReady(page);
    await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
    const ticket = ticketOf(page);
    await page.keyboard.press('b');
    await ticket.getByLabel('Size', { exact: true }).fill('0.5', patient);
    await ticket.getByLabel('Price', { exact: true }).fill('b');
    await ticket.getByLabel('SL', { exact: true }).fill('2%');
    await expect(ticket).toContainText('The SL is not placed.');
    for (const theme of ['dark', 'light'] as const) {
      const check = checkIn(theme);
      await expect.soft.poll(() => findLayoutDefects(page), theme).toEqual([]);
      expect.soft(await wideParts(ticket), theme).toEqual([]);
      await check(page, `ticket, ${theme}`, ticket);
      await keepPicture(page, 'ticket');
      await ticket.getByLabel('Size', { exact: true }).focus();
      await review(page);
      await check(page, `review, ${theme}`, ticket);
      expect.soft(await wideParts(ticket), `review, ${theme}`).toEqual([]);
      await keepPicture(page, 'review', ticket);
      await page.keyboard.press('Escape');
      await expectWholeStopReview(page);
      await page.getByRole('button', { name: /^Theme/ }).click();
    }
  });
}

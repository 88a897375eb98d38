import type { Locator, Page } from 'playwright/test';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { post, read, type SecondClient } from './second-client.ts';
import {
  chooseMarket,
  columnOf,
  expect,
  type FathomUnderTest,
  expectWholeBook,
  openTab,
  panel,
  readNumber,
  rowsOf,
  test,
} from './testing/fathom-fixture.ts';
import { expectStored } from './testing/stored.ts';
import { openReview, reviewInTicket } from './testing/open-review.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };
const cardOf = (page: Page) => panel(page, 'Scaled orders').getByRole('region', { name: /^Scaled order [0-9a-z]{8}$/ });

/** Chooses a market by keys and waits for its book. */
async function choose(page: Page, typed: string, symbol: string): Promise<void> {
  await chooseMarket(page, typed, symbol);
  const book = panel(page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible(patient);
  await page.keyboard.press('F6');
}

/** The first press reviews, the second sends: a market that moves may undo what was typed in between. */
async function sendLadder(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: /^Scaled order:/ });
  await openReview(page, sheet.getByRole('region', { name: 'Review' }));
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toHaveCount(0, patient);
}

/** A rung that is edited ends following and is counted; one across the market is warned of, also in the review. */
async function expectEditedRung(sheet: Locator): Promise<void> {
  const page = sheet.page();
  const prices = sheet.getByLabel(/^Price of rung/);
  await expect(prices).toHaveCount(3);
  const nearest = Number(await prices.first().inputValue());
  await sheet.getByLabel('Size of rung 1').fill('0.02');
  await expect(sheet).toContainText('The rows were edited manually and do not follow the market or the range.');
  await expect(sheet.getByLabel(/^Total size/)).toHaveValue('0.04');
  await sheet.getByLabel('post-only').uncheck();
  await prices.first().fill((nearest * 1.035).toFixed(1));
  const warning = sheet.getByText(/^1 of 3 rungs cross the book/);
  await expect(warning).toBeVisible(patient);
  await openReview(page, sheet.getByRole('region', { name: 'Review' }));
  await expect(sheet.getByRole('region', { name: 'Review' })).toContainText('1 of 3 rungs cross the book');
  await page.keyboard.press('Escape');
  await sheet.getByRole('button', { name: 'Back to the range' }).click();
  await sheet.getByLabel('post-only').check();
  await expect(sheet.getByLabel(/^Total size/)).toHaveValue('0.03');
}

async function cancelLadder(page: Page): Promise<void> {
  const card = cardOf(page).first();
  await card.getByRole('button', { name: 'Cancel 3' }).click();
  await page.getByRole('button', { name: 'Cancel 3 of 3' }).click();
  await expect(card.getByRole('status')).toHaveText('3 cancelled of 3', patient);
}

test('a custom ladder shape: on a pair it expires and is extended, on a contract it counts lots', async ({
  startFathom,
}) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);
  await page.keyboard.press('l');
  const sheet = page.getByRole('dialog', { name: /^Scaled order:/ });
  await expect(sheet.getByLabel(/^Total size/)).toBeFocused(patient);
  await page.keyboard.type('0.03');
  await sheet.getByRole('textbox', { name: 'Number of orders' }).fill('3');
  await sheet.getByLabel('From').fill('-3%');
  await sheet.getByLabel('To', { exact: true }).fill('-4%');
  await sheet.getByRole('button', { name: 'Keep this shape…' }).click();
  await sheet.getByLabel('Name of the template').fill('below');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'below', exact: true })).toBeVisible();
  await sheet.getByLabel('From').fill('-1%');
  await sheet.getByRole('textbox', { name: 'Number of orders' }).fill('5');
  await sheet.getByRole('button', { name: 'below', exact: true }).click();
  await expect(sheet.getByLabel('From')).toHaveValue('-3%');
  await expect(sheet.getByRole('textbox', { name: 'Number of orders' })).toHaveValue('3');
  await sheet.getByLabel(/^Total size/).fill('0.03');
  await sheet.getByLabel('Expiry', { exact: true }).fill('30m');
  await expectEditedRung(sheet);
  await sendLadder(page);

  const card = cardOf(page);
  await expect(card.getByRole('status')).toHaveText('3 open of 3', patient);
  await card.getByRole('button', { name: 'Extend…' }).click();
  const question = page.getByRole('dialog', { name: 'Extend this scaled order?' });
  // an earlier end is none
  await question.getByLabel('Expiry', { exact: true }).fill('5m');
  const extend = question.getByRole('button', { name: /^Extend 0 to / });
  await expect(extend).toHaveAttribute(
    'title',
    /^Not later than .*, when the first rung expires\. Enter a later time\.$/,
  );
  await expect(extend).toHaveAttribute('aria-disabled', 'true');
  await question.getByLabel('Expiry', { exact: true }).fill('2h');
  await question.getByRole('button', { name: /^Extend 3 to / }).click();
  await expect(page.getByText('BTC-USDT: 3 of 3 rungs extended.')).toBeVisible(patient);
  await expect(card.getByRole('status')).toHaveText('3 open of 3', patient);
  // each has its new end, and none of the old ones is left
  await openTab(page, 'Open orders');
  await expect(rowsOf(page, 'Open orders').filter({ hasText: /GTT [12]:\d\d:\d\d left/ })).toHaveCount(3, patient);
  await openTab(page, 'Scaled orders');
  await cancelLadder(page);

  await choose(page, 'ethusdtm', 'ETHUSDTM');
  await page.keyboard.press('l');
  await expect(sheet.getByLabel('Total size, lots')).toBeFocused(patient);
  // a shape of the pairs is none of the contracts
  await expect(sheet.getByRole('button', { name: 'below', exact: true })).toHaveCount(0);
  await page.keyboard.type('31');
  await sheet.getByRole('textbox', { name: 'Number of orders' }).fill('3');
  await sheet.getByLabel('From').fill('-3%');
  await sheet.getByLabel('To', { exact: true }).fill('-4%');
  await expect(sheet).toContainText('3: 31 lots');
  await sendLadder(page);
  await expect(card.first().getByRole('status')).toHaveText('3 open of 3', patient);
  // the sum is exact: the last one takes the rounding
  const sizes = rowsOf(page, 'Open orders')
    .filter({ hasText: 'ETHUSDTM' })
    .filter({ hasText: /1[01] lots/ });
  await openTab(page, 'Open orders');
  await expect(sizes).toHaveCount(3, patient);
  await openTab(page, 'Scaled orders');
  await cancelLadder(page);
});

/** The height of the bid with so many before it, by what the book says of selling down to there. */
async function heightOfBid(page: Page, xPx: number, fromPx: number, nth: number): Promise<number> {
  const words = page.getByText(nth === 1 ? 'Selling 1 level' : `Selling ${nth} levels`, { exact: true });
  for (let y = fromPx; y < fromPx + 400; y += 12) {
    await page.mouse.move(xPx, y);
    await page.mouse.move(xPx, y + 1);
    // the words follow the pointer two frames later
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (await words.isVisible()) return y;
  }
  throw new Error(`there is no bid ${nth}`);
}

const limit = (side: string, price: string, size: string) => ({
  symbol: 'USDC-USDT',
  side,
  type: 'limit',
  price,
  size,
});

/** How much of an order the exchange has filled. */
async function filledOf(account: SecondClient, orderId: string): Promise<number> {
  const text = JSON.stringify(await read(account, `/api/v1/hf/orders/${orderId}?symbol=USDC-USDT`));
  return Number(/"dealSize":"([\d.]+)"/.exec(text)?.[1] ?? '0');
}

/** Another account sells at the price of this order until more of it is filled; makers before it change. */
async function fillMore(account: SecondClient, orderId: string, price: string): Promise<void> {
  const before = await filledOf(account, orderId);
  await expect(async () => {
    const order = { ...limit('sell', price, '20'), clientOid: crypto.randomUUID(), timeInForce: 'IOC' };
    await post(account, '/api/v1/hf/orders', order);
    expect(await filledOf(account, orderId)).toBeGreaterThan(before);
  }).toPass(patient);
}

/** Fills come while the change is typed and reviewed: they are counted, and what comes instead is what is left. */
async function amendWhileItFills(fathom: FathomUnderTest, price: string): Promise<void> {
  const { page } = fathom;
  const { spot, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(({ label }) => label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const account = { spot, headerPrefix, key };
  const order = { ...limit('buy', price, '7777'), clientOid: crypto.randomUUID() };
  const orderId = /"orderId":"(\w+)"/.exec(await post(account, '/api/v1/hf/orders', order))?.[1] ?? '';
  const own = rowsOf(page, 'Open orders').filter({ hasText: '7,777' });
  await expect(own).toContainText(price, patient);
  await fillMore(account, orderId, price);
  await own.focus();
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog', { name: 'Amend order · USDC-USDT' });
  await sheet.getByLabel('Price').fill('0.9991');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByRole('button', { name: /^Amend to 7,777 at 0\.9991, remaining/ })).toBeVisible(patient);
  await fillMore(account, orderId, price);
  const filled = sheet.locator('.fact', { hasText: 'Filled' });
  await expect(filled.locator('.before-after-new')).toBeVisible(patient);
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toContainText('Amended.', patient);
  await page.keyboard.press('Escape');
  const rest = rowsOf(page, 'Open orders').filter({ hasText: '0.9991' });
  await expect(rest).toHaveCount(1, patient);
  await expect(own).toHaveCount(0);
  const size = rest.locator('td').nth(await columnOf(page, 'Open orders', 'Size'));
  const left = readNumber((await size.textContent()) ?? '');
  expect(left + (await filledOf(account, orderId))).toBeCloseTo(7777, 4);
}

test('own orders with the pointer: one dragged in the book, one amended while it fills, a margin stop amended, a click in the price ladder on margin', async ({
  startFathom,
}) => {
  // the longest of these stories: on a busy machine it needs more than six minutes
  test.slow();
  const fathom = await startFathom();
  const { page } = fathom;
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);
  const profileId = await activeProfileId(page);
  // a market that hardly moves
  await choose(page, 'usdc', 'USDC-USDT');
  const book = panel(page, 'Order book');
  const bids = await book.getByRole('table', { name: 'Bids' }).getByRole('row').allTextContents();
  const priceOf = (row: number) => /^\d\.\d{4}/.exec(bids[row] ?? '')?.[0] ?? '';
  const order = { clientOid: crypto.randomUUID(), symbol: 'USDC-USDT', side: 'buy', type: 'limit', size: '57' };
  const input = { profileId, order: { ...order, price: priceOf(5) }, confirmed: 'summary' };
  // it is refused until all of the account is read
  await expect.poll(() => askDesk(page, 'orders.place', input)).toMatchObject({ ok: true });
  // by the size's own cell: a time of day has such digits as well
  const ofSize = (size: RegExp) => rowsOf(page, 'Open orders').filter({ has: page.getByRole('cell', { name: size }) });
  const own = ofSize(/^57\b/).filter({ hasText: 'USDC-USDT' });
  await expect(own).toContainText(priceOf(5), patient);

  const box = await book.locator('canvas').boundingBox();
  if (box === null) throw new Error('the book is not drawn');
  const xPx = box.x + box.width / 4;
  const from = await heightOfBid(page, xPx, box.y, 5);
  await page.mouse.down();
  await page.mouse.move(xPx, from + 10);
  await page.mouse.move(xPx, from + 40);
  await expect(page.locator('.book-drag')).toContainText(`at ${priceOf(5)} → `);
  await page.mouse.up();
  const change = page.getByRole('dialog', { name: 'Amend order · USDC-USDT' });
  const button = change.getByRole('button', { name: /^Amend to 57 at \d\.\d{4}, remaining 57$/ });
  await expect(button).toBeVisible(patient);
  const target = /\d\.\d{4}(?=,)/.exec((await button.textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('Control+Enter');
  await expect(change).toContainText('Amended.', patient);
  await page.keyboard.press('Escape');
  await expect(own).toContainText(target, patient);
  await amendWhileItFills(fathom, priceOf(1));

  // a stop on margin, from the ticket's own call, changed on the board
  const stop = { symbol: 'USDC-USDT', side: 'sell', type: 'market', stop: 'loss', stopPrice: '0.9', size: '33' };
  const onMargin = { ...stop, clientOid: crypto.randomUUID(), tradeType: 'cross' };
  await askDesk(page, 'stops.place', { profileId, order: onMargin, confirmed: 'summary' });
  await openTab(page, 'Conditional orders');
  const waiting = rowsOf(page, 'Conditional orders').filter({ hasText: 'USDC-USDT' });
  await expect(waiting).toHaveCount(1, patient);
  await waiting.focus();
  await page.keyboard.press('e');
  const sheet = page.getByRole('dialog', { name: 'Amend stop · USDC-USDT' });
  await sheet.getByLabel('Trigger price').fill('0.91');
  await page.keyboard.press('Control+Enter');
  await expect(sheet.getByText('The new order has no auto-repay.', { exact: false })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(sheet).toContainText('Amended.', patient);
  await page.keyboard.press('Escape');
  await expect(waiting).toHaveCount(1, patient);
  await expect(waiting).toContainText('0.9100');

  // the price ladder goes out of that account as well, and is there again after a reload
  await page.keyboard.press('F6');
  await page.keyboard.press('d');
  const ladder = panel(page, 'Price ladder');
  await ladder.getByLabel('Trading account').selectOption('cross');
  await ladder.getByLabel(/^Size of a click/).fill('44');
  const cell = ladder.locator(`.price-ladder-row[data-price="${priceOf(5)}"] [data-column="buys"]`);
  await cell.hover();
  await page.waitForTimeout(350);
  await cell.hover();
  await expect(ladder.locator('.price-ladder-tip')).toContainText('on cross margin');
  await cell.click();
  const review = await reviewInTicket(page.getByRole('region', { name: 'Order ticket' }));
  await expect(review).toContainText('Buy 44 USDC', patient);
  await page.keyboard.press('Control+Enter');
  await openTab(page, 'Open orders');
  const placed = ofSize(/^44\b/).filter({ hasText: 'Cross' });
  await expect(placed).toContainText(priceOf(5), patient);
  await expectStored(fathom, 'workspaces.json', /"priceLadder"/);
  await page.reload();
  await expect(panel(page, 'Price ladder')).toBeVisible(patient);
});

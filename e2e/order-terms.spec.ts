import type { Locator, Page } from 'playwright/test';
import { post, read, remove, type SecondClient, setFault, traderOn } from './second-client.ts';
import {
  chooseMarket,
  expect,
  expectWholeBook,
  type FathomUnderTest,
  panel,
  readNumber,
  rowsOf,
  test,
} from './testing/fathom-fixture.ts';
import { openReview } from './testing/open-review.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };
const contract = 'DOGEUSDTM';

/** The fields of a ticket that are used here. */
function ticketOf(page: Page) {
  const ticket = page.getByRole('region', { name: 'Order ticket', exact: true });
  const field = (name: string) => ticket.getByLabel(name, { exact: true });
  return {
    ticket,
    field,
    fact: (label: string) => ticket.locator('.fact', { hasText: label }),
    review: ticket.getByRole('region', { name: 'Review', exact: true }),
    last: ticket.getByRole('list', { name: 'Last orders' }).getByRole('listitem').first(),
  };
}

/** Starts Fathom and opens the ticket of a market by keys. */
async function openTicket(fathom: FathomUnderTest, typed: string, symbol: string): Promise<void> {
  const { page } = fathom;
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);
  await chooseMarket(page, typed, symbol);
  await expect(panel(page, 'Order book').getByText('live', { exact: true })).toBeVisible(patient);
  await page.keyboard.press('F6');
  await page.keyboard.press('b');
  await expect(ticketOf(page).field('Size')).toBeVisible(patient);
}

type Row = Readonly<Record<string, unknown>>;

/** The data of an answer of our own exchange; a story fails when it has another shape. */
async function dataOf<T>(client: SecondClient, path: string): Promise<T> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return ((await read(client, path)) as { readonly data: T }).data;
}

async function positionOf(client: SecondClient): Promise<Row> {
  const rows = await dataOf<readonly Row[]>(client, '/api/v1/positions');
  return rows.find(each => each['symbol'] === contract) ?? {};
}

async function stopsOf(client: SecondClient): Promise<readonly Row[]> {
  const { items } = await dataOf<{ readonly items: readonly Row[] }>(client, '/api/v1/stopOrders?pageSize=100');
  return items.filter(each => each['symbol'] === contract);
}

/** The number after these words. */
async function numberAfter(place: Locator, words: string): Promise<number> {
  const text = (await place.textContent()) ?? '';
  return readNumber(text.slice(text.indexOf(words) + words.length));
}

/** A contract follows its settings, also where another program changes them; that ends arming. */
async function expectTermsOfContract(page: Page, futures: SecondClient): Promise<void> {
  const { ticket, field, fact } = ticketOf(page);
  // its settings change only without an order
  for (const list of ['orders', 'stopOrders']) await remove(futures, `/api/v1/${list}?symbol=${contract}`);
  await field('Size').fill('20');
  await field('Price').fill('m');
  await expect(field('Margin mode')).toHaveValue('isolated', patient);
  await ticket.getByRole('button', { name: /^Arm/ }).click();
  await expect(ticket).toHaveAttribute('data-armed', 'true');
  await post(futures, '/api/v2/changeCrossUserLeverage', { symbol: contract, leverage: '7' });
  await post(futures, '/api/v2/position/changeMarginMode', { symbol: contract, marginMode: 'CROSS' });
  await expect(field('Margin mode')).toHaveValue('cross', patient);
  await expect(fact('Margin mode')).toContainText('cross 7×', patient);
  // of itself it ends after a minute
  await expect(ticket).toHaveAttribute('data-armed', 'false', { timeout: 5000 });
  await post(futures, '/api/v2/position/changeMarginMode', { symbol: contract, marginMode: 'ISOLATED' });
  await expect(field('Margin mode')).toHaveValue('isolated', patient);
}

/** Percent exits of a market order are measured from its expected fill, and are on their sides of the real one. */
async function expectExitsFromFill(page: Page, futures: SecondClient): Promise<void> {
  const { ticket, field, fact, review, last } = ticketOf(page);
  await field('Order type').selectOption('market');
  await field('Size').fill('900');
  await field('SL').fill('0.3%');
  await field('TP').fill('2%');
  await openReview(page, review);
  const fill = await numberAfter(fact('Exits measured from'), 'est. fill');
  const [stopLoss, takeProfit] = [
    await numberAfter(fact('Exits').first(), 'SL '),
    await numberAfter(fact('Exits').first(), 'TP '),
  ];
  const tick = 0.00001;
  expect(Math.abs(stopLoss - fill * 0.997)).toBeLessThan(tick);
  expect(Math.abs(takeProfit - fill * 1.02)).toBeLessThan(tick);
  await page.keyboard.press('Control+Enter');
  await expect(last).toContainText('filled 900', patient);
  await expect
    .poll(async () => (await stopsOf(futures)).map(each => Number(each['stopPrice'])).toSorted((a, b) => a - b))
    .toEqual([stopLoss, takeProfit]);
  const { avgEntryPrice } = await positionOf(futures);
  expect(stopLoss).toBeLessThan(Number(avgEntryPrice));

  // on the wrong side, and one that mark has reached
  await field('SL').fill(String(takeProfit));
  await expect(ticket).toContainText('Move the SL.');
  await page.keyboard.press('Control+Enter');
  await expect(review).toHaveCount(0);
  await field('Size').fill('2500');
  await expect(async () => {
    const { markPrice } = await positionOf(futures);
    await field('SL').fill((Number(markPrice) + tick).toFixed(5));
    await expect(ticket).toContainText('The SL would trigger at once.', { timeout: 2000 });
  }).toPass(patient);
  await field('SL').fill('');
  await field('TP').fill('');
}

/** A stop that was sent leaves type, trigger and size, and the next press asks again. */
async function expectTypeAfterStop(page: Page, futures: SecondClient): Promise<void> {
  const { ticket, field, review, last } = ticketOf(page);
  const before = (await stopsOf(futures)).length;
  await ticket.getByRole('button', { name: /^Sell/ }).first().click();
  await field('Order type').selectOption('stop-market');
  await field('Size').fill('31');
  const trigger = (Number((await positionOf(futures))['markPrice']) * 0.95).toFixed(5);
  await field('Trigger').fill(trigger);
  await ticket.getByRole('button', { name: /^Arm/ }).click();
  await page.keyboard.press('Control+Enter');
  await expect(last).toContainText('untriggered', patient);
  await expect(field('Order type')).toHaveValue('stop-market');
  await expect(field('Trigger')).toHaveValue(trigger);
  await openReview(page, review);
  await expect(review).toContainText(/Sell 31 lots of DOGEUSDTM at market once the price is at or below/);
  expect(await stopsOf(futures)).toHaveLength(before + 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
}

/** Closes at the best price only; the result, once the exchange states it. */
async function closeAtBest(page: Page, row: Locator): Promise<Locator> {
  const sheet = page.locator('dialog[open]');
  await row.focus();
  await page.keyboard.press('r');
  await expect(sheet.getByLabel('Size')).toBeFocused(patient);
  await page.keyboard.type('100%');
  await expect(sheet.getByLabel('Order type')).toHaveValue('market');
  await sheet.getByLabel('Order type').selectOption('touch');
  await openReview(page, sheet.getByRole('button', { name: /^Sell 2,400 lots/ }));
  await page.keyboard.press('Control+Enter');
  const result = sheet.locator('.notice[role="status"]');
  await expect(result).toContainText(/^Filled [\d,]+ of 2,400 lots.*Cancelled: [\d,]+ lots\.$/, patient);
  return result;
}

/** A close is a market order by default; at the best price only it fills a part, and the result says which. */
async function expectPartlyClosed(page: Page, futures: SecondClient): Promise<void> {
  const more = { symbol: contract, side: 'buy', type: 'market', size: 1500, leverage: 5, marginMode: 'ISOLATED' };
  await post(futures, '/api/v1/orders', { ...more, clientOid: crypto.randomUUID() });
  const row = rowsOf(page, 'Futures positions').filter({ hasText: contract });
  await expect(row).toContainText('Long 2,400', patient);
  let result = await closeAtBest(page, row);
  // a bid that was gone when the order came: nothing was filled
  for (let tries = 1; tries < 5 && (await numberAfter(result, 'Filled ')) === 0; tries += 1) {
    await expect(result).toHaveClass(/notice-danger/);
    await page.keyboard.press('Escape');
    await expect(page.locator('dialog[open]')).toHaveCount(0);
    result = await closeAtBest(page, row);
  }
  await expect(result).toContainText(/^Filled [\d,]+ of 2,400 lots at average [\d.]+/);
  await expect(result).toHaveClass(/notice-warning/);
  const [filled, cancelled] = [await numberAfter(result, 'Filled '), await numberAfter(result, 'Cancelled: ')];
  expect(filled + cancelled).toBe(2400);
  expect(Number((await positionOf(futures))['currentQty'])).toBe(2400 - filled);
}

test('a contract ticket has the terms of the contract, measures exits from the expected fill and keeps its type, and a partial close states what was filled', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const futures = traderOn(await fathom.practice, 'futures');
  await openTicket(fathom, 'dogeusdtm', contract);
  await expectTermsOfContract(page, futures);
  await expectExitsFromFill(page, futures);
  await expectTypeAfterStop(page, futures);
  await expectPartlyClosed(page, futures);
});

/** An iceberg with an end, set by the user. */
async function typeIceberg(page: Page): Promise<void> {
  const { ticket, field } = ticketOf(page);
  const best = (await levelOf(page, 'Bids', 8)).price;
  await field('Size').fill('120');
  await field('Price').fill(String(best));
  await field('Time in force').selectOption('GTT');
  await ticket.getByRole('button', { name: 'post-only' }).click();
  await ticket.getByRole('button', { name: /^more/ }).click();
  await field('Display quantity').fill('30');
}

/** What the user set stays in the ticket, whatever became of the order. */
async function expectAsSet(page: Page): Promise<void> {
  const { ticket, field } = ticketOf(page);
  const values: Readonly<Record<string, string>> = { Size: '120', 'Time in force': 'GTT', 'Display quantity': '30' };
  for (const [name, value] of Object.entries(values)) await expect(field(name)).toHaveValue(value);
  await expect(field('Price')).toHaveValue(/^0\.\d+$|^1\.\d+$/);
  await expect(ticket.getByRole('button', { name: 'post-only', pressed: true })).toBeVisible();
}

/** Price and size of a level of the book, the best is 0; the first row is its head. */
async function levelOf(page: Page, side: 'Asks' | 'Bids', row: number): Promise<{ price: number; size: number }> {
  const rows = panel(page, 'Order book').getByRole('table', { name: side }).getByRole('row');
  const [price, size] = (
    await rows
      .nth(row + 1)
      .getByRole('cell')
      .allTextContents()
  ).map(readNumber);
  return { price: price ?? 0, size: size ?? 0 };
}

/** Sends, in the account that the user chose: placed, then rejected, then closed and opened again. */
async function expectChoicesKept(page: Page, control: Parameters<typeof setFault>[0]): Promise<void> {
  const { field, review, last } = ticketOf(page);
  await typeIceberg(page);
  await openReview(page, review);
  await page.keyboard.press('Control+Enter');
  await expect(last).toContainText('open', patient);
  await expectAsSet(page);
  const refusal = { kind: 'message', code: '200004', message: 'Balance insufficient!', status: 400 };
  await setFault(control, { fault: 'rest', method: 'POST', path: '/api/v1/hf/orders', answer: refusal, count: 1 });
  await openReview(page, review);
  await page.keyboard.press('Control+Enter');
  await expect(last).toContainText('rejected: Balance insufficient! (200004)', patient);
  await expectAsSet(page);
  await field('Trading account').selectOption('isolated');
  await page.keyboard.press('Escape');
  await expect(field('Size')).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(field('Trading account')).toHaveValue('isolated', patient);
  await expect(field('Size')).toHaveValue('120');
  await field('Trading account').selectOption('spot');
}

/** The stated amount is what is lost at the stop, with fees; an order that holds nothing shows one balance. */
async function expectRiskAndFunds(page: Page): Promise<void> {
  const { ticket, field, fact } = ticketOf(page);
  await field('Display quantity').fill('');
  await ticket.getByRole('button', { name: 'post-only' }).click();
  await field('Time in force').selectOption('GTC');
  await field('Size').fill('r50');
  await field('Price').fill('b');
  await field('SL').fill('1%');
  await expect(fact('At the SL')).toContainText(/no stop is placed.*loses/, patient);
  expect(await numberAfter(fact('At the SL'), 'loses ')).toBeCloseTo(50, 0);
  await expect(fact('Available').locator('.before-after-new')).toBeVisible();
  await field('SL').fill('');
  await field('Size').fill('100');
  await field('Order type').selectOption('stop-limit');
  await field('Trigger').fill('5%');
  await expect(fact('Book')).toContainText('funds are not held');
  await expect(fact('Available').locator('.before-after-new')).toHaveCount(0);
}

test('a spot ticket keeps what the user set after an order, a rejection and a reopening, and states what a size by risk loses', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const practice = await fathom.practice;
  await openTicket(fathom, 'usdc', 'USDC-USDT');
  await expectChoicesKept(page, practice.control);
  await expectRiskAndFunds(page);
});

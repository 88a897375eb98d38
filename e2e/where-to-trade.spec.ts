import type { Page } from 'playwright/test';
import { expect, expectWholeBook, panel, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Where to trade' });
const rowOf = (page: Page, symbol: string) => sheetOf(page).locator(`tr[data-market="${symbol}"]`);
const ticketOf = (page: Page) => page.getByRole('region', { name: 'Order ticket' });
/** room for a machine that others use as well */
const patient = { timeout: 30_000 };

/** The bids of the exchange itself, asked for by somebody else. */
async function bidsOf(host: string, path: string): Promise<[price: number, size: number][]> {
  const text = await (await fetch(`${host}${path}`)).text();
  const bids = /"bids":\[((?:\[[^\]]*\],?)*)\]/.exec(text)?.[1] ?? '';
  return [...bids.matchAll(/\["?([\d.]+)"?,"?([\d.]+)"?\]/g)].map(([, price, size]) => [Number(price), Number(size)]);
}

/** What selling so much comes to, level by level, in ordinary numbers. */
function averageOf(bids: readonly [price: number, size: number][], size: number): number {
  let [left, worth] = [size, 0];
  for (const [price, resting] of bids) {
    const part = Math.min(left, resting);
    worth += part * price;
    left -= part;
  }
  expect(left, 'the book holds it all').toBe(0);
  return worth / size;
}

test('sell 2 BTC: every market side by side, the best first, one as the exchange itself has it', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { spot, futures } = await fathom.practice;
  await expectWholeBook(page);
  // the keys come with the panels beside the book
  await expect(rowsOf(page, 'Active orders').first()).toBeVisible(patient);
  // typed on at once, as somebody does who knows the key
  await page.keyboard.press('w');
  await page.keyboard.type('sell 2 BTC');
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('combobox', { name: 'What to trade' })).toHaveValue('sell 2 BTC');
  await expect(ticketOf(page)).toHaveCount(0);
  await expect(sheet).toContainText('Sell 2 BTC, counted in USDT: 3 of 4 markets can be ranked.', patient);
  await expect(sheet.locator('tbody tr').first()).toContainText('best');
  await expect(sheet.getByText('best', { exact: true })).toHaveCount(1);
  await expect(rowOf(page, 'XBTUSDM')).toContainText('No pair here turns USD into USDT.');
  await expect(rowOf(page, 'BTC-USDC')).toContainText('USDC-USDT');
  await expect(rowOf(page, 'XBTUSDTM')).toContainText('2,000 lots');

  // sooner or later a second's figures and an answer of the exchange are of the same moment
  const shownAverage = async (symbol: string) =>
    readNumber((await rowOf(page, symbol).locator('td').nth(1).textContent()) ?? '');
  for (const [symbol, host, path, size] of [
    ['BTC-USDT', spot, '/api/v1/market/orderbook/level2_100?symbol=BTC-USDT', 2],
    ['XBTUSDTM', futures, '/api/v1/level2/snapshot?symbol=XBTUSDTM', 2000],
  ] as const)
    await expect
      .poll(async () => Math.abs(averageOf(await bidsOf(host, path), size) - (await shownAverage(symbol))) < 0.01, {
        ...patient,
        intervals: [100],
      })
      .toBe(true);

  await sheet.getByRole('checkbox').check();
  await expect(sheet).toContainText('4 of 4 markets can be ranked.', patient);
  await expect(rowOf(page, 'XBTUSDM')).toContainText('at par, by your choice');
});

test('Enter puts the chosen contract into the ticket, in lots, and nothing is sent', async ({ startFathom }) => {
  const { page } = await startFathom();
  await expectWholeBook(page);
  await panel(page, 'Order book').getByRole('button', { name: 'Where to trade a size (W)' }).click();
  const field = sheetOf(page).getByRole('combobox', { name: 'What to trade' });
  await expect(field).toBeFocused();
  await page.keyboard.type('buy 0.0519 xbt');
  await expect(rowOf(page, 'XBTUSDTM')).toContainText('51 lots', patient);
  await expect(rowOf(page, 'XBTUSDTM')).toContainText('0.051 BTC, 0.0009 left over');
  for (let presses = 0; presses < 4; presses += 1) {
    if ((await rowOf(page, 'XBTUSDTM').getAttribute('aria-selected')) === 'true') break;
    await page.keyboard.press('ArrowDown');
  }
  await expect(rowOf(page, 'XBTUSDTM')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(sheetOf(page)).toHaveCount(0);
  const ticket = ticketOf(page);
  await expect(ticket.getByRole('heading', { name: 'XBTUSDTM' })).toBeVisible(patient);
  await expect(ticket.getByLabel('Size', { exact: true })).toHaveValue('51', patient);
  await expect(ticket.getByLabel('Price', { exact: true })).toHaveValue(/^\d+(\.\d)?$/);
  await expect(ticket.getByRole('button', { name: /^Buy/, pressed: true })).toBeVisible();
  await expect(ticket.getByRole('region', { name: 'Review' })).toHaveCount(0);
  await expect(ticket.getByRole('list', { name: 'Last orders' }).getByRole('listitem')).toHaveCount(0);

  // what cannot be read is said, and what was typed is there the next time
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await expect(field).toHaveValue('buy 0.0519 xbt');
  await page.keyboard.type('sell 2');
  await expect(sheetOf(page)).toContainText('Type it like: sell 2 BTC');
});

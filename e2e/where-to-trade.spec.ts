import type { JSHandle, Page } from 'playwright/test';
import { expect, expectWholeBook, readNumber, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepPicture } from './testing/pictures.ts';

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Where to trade' });
const rowOf = (page: Page, symbol: string) => sheetOf(page).locator(`tr[data-market="${symbol}"]`);
const ticketOf = (page: Page) => page.getByRole('region', { name: 'Order ticket' });
/** room for a machine that others use as well */
const patient = { timeout: 60_000 };

/** The bids of the exchange, read by another client. */
async function bidsOf(url: string): Promise<[price: number, size: number][]> {
  const text = await (await fetch(url)).text();
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

/** Each average that the row of a market shows, from now on. */
function recordAverages(page: Page, symbol: string): Promise<JSHandle<string[]>> {
  return sheetOf(page).evaluateHandle((sheet, name) => {
    const seen: string[] = [];
    const look = () => seen.push(sheet.querySelectorAll(`tr[data-market="${name}"] td`)[1]?.textContent ?? '');
    new MutationObserver(look).observe(sheet, { subtree: true, childList: true, characterData: true });
    return seen;
  }, symbol);
}

/** What is shown is the exchange's own: sooner or later one of its answers and one picture are of the same moment. */
async function expectTrueAverage(page: Page, symbol: string, size: number, url: string): Promise<void> {
  const pictures = await recordAverages(page, symbol);
  const answers: number[] = [];
  const look = async () => {
    answers.push(averageOf(await bidsOf(url), size));
    const shown = (await pictures.jsonValue()).filter(text => /\d/.test(text)).map(readNumber);
    return shown.some(average => answers.some(answer => Math.abs(answer - average) < 0.001));
  };
  await expect.poll(look, { intervals: [20], timeout: 60_000 }).toBe(true);
}

test('sell 2 BTC: every market side by side, the best first, one as the exchange itself reports it', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { spot, futures } = await fathom.practice;
  await expectWholeBook(page);
  // the keys come with the panels beside the book
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);
  // typed without a pause, as by a user who knows the key
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

  await expectTrueAverage(page, 'BTC-USDT', 2, `${spot}/api/v1/market/orderbook/level2_100?symbol=BTC-USDT`);
  await expectTrueAverage(page, 'XBTUSDTM', 2000, `${futures}/api/v1/level2/snapshot?symbol=XBTUSDTM`);

  await sheet.getByRole('checkbox').check();
  await expect(sheet).toContainText('4 of 4 markets can be ranked.', patient);
  await keepPicture(page, 'where to trade');
  await expect(rowOf(page, 'XBTUSDM')).toContainText('at par');
});

test('Enter puts the chosen contract into the ticket, in lots, and sends nothing', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1100, height: 700 } });
  await expectWholeBook(page);
  // so narrow a book has no button for it: the key does the same, once the panels after the book are there
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible();
  await page.keyboard.press('w');
  const field = sheetOf(page).getByRole('combobox', { name: 'What to trade' });
  await expect(field).toBeFocused();
  await page.keyboard.type('buy 0.0519 xbt');
  await expect(rowOf(page, 'XBTUSDTM')).toContainText('51 lots', patient);
  await expect(rowOf(page, 'XBTUSDTM')).toContainText('0.051 BTC0.0009 left over');
  const room = await sheetOf(page)
    .locator('.where-to-trade-box')
    .evaluate(box => box.clientWidth - box.scrollWidth);
  expect(room, 'no column is out of sight').toBe(0);
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

  // the sheet names what cannot be read, and keeps the typed text
  await page.keyboard.press('Escape');
  await page.keyboard.press('w');
  await expect(field).toHaveValue('buy 0.0519 xbt');
  await page.keyboard.type('sell 2');
  await expect(sheetOf(page)).toContainText('Type it like: sell 2 BTC');
});

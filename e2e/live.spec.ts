import type { Locator } from 'playwright/test';
import { expect, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import {
  exchangePrices,
  expectTrueBook,
  heldPrices,
  mirroredPrices,
  recordChips,
  shownReasons,
  shownStates,
} from './live-book.ts';
import { post, setFault } from './second-client.ts';

/** the ladder beside the tape: its middle and its head, then rows of one height */
const headPx = 48;

test('the market updates without polling: the book, the tape and the positions are live', async ({ startFathom }) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { control } = await fathom.practice;
  const book = panel(page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  // from now on a book that is asked for is refused: whatever moves was pushed
  for (const path of ['/api/v1/market/orderbook/level2_20', '/api/v1/market/orderbook/level2_100'])
    await setFault(control, {
      fault: 'rest',
      method: 'GET',
      path,
      answer: { kind: 'error', status: 503 },
      probability: 1,
    });
  for (let look = 0; look < 5; look += 1) {
    const picture = await book.textContent();
    await expect.poll(() => book.textContent()).not.toBe(picture);
    await page.waitForTimeout(500);
  }
  for (const title of ['Order book', 'Trades', 'Positions'])
    await expect(panel(page, title).getByText('live', { exact: true })).toBeVisible();
});

test('a disconnected feed: the book is marked as not live, then is live and correct again, and nothing moves under the pointer', async ({
  startFathom,
}) => {
  const { page, practice } = await startFathom();
  const { control, spot } = await practice;
  // its rows reach ten times as far as those of other pairs: the market does not leave them while the line is down
  const symbol = 'DOGE-USDT';
  await page.getByRole('option', { name: /^DOGE USDT/ }).click();
  const book = panel(page, 'Order book');
  await expect(book.getByRole('region', { name: `Order book of ${symbol}` })).toBeVisible();
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  const chips = await recordChips(page, 'Order book');

  // a row of the bids, where a hand rests while the line breaks
  const place = await book.locator('canvas').boundingBox();
  if (place === null) throw new Error('the ladder is not drawn');
  const rowPx = (place.height - headPx) / (await mirroredPrices(book, 'Bids')).length;
  const pointed = 7;
  const point = { x: place.x + place.width / 4, y: place.y + headPx + (pointed + 0.5) * rowPx };
  await page.mouse.move(point.x, point.y);
  const tip = page.locator('.sweep-title');
  await expect(tip).toBeVisible();
  const held = await heldPrices(book, 'Bids');
  const price = held[pointed] ?? Number.NaN;

  await setFault(control, { fault: 'refuse-upgrade', status: 503, count: 6 });
  await setFault(control, { fault: 'close', isAbrupt: true });
  await expect.poll(() => shownStates(chips)).toContain('stale');
  await expect(book.getByText('live', { exact: true })).toBeVisible({ timeout: 60_000 });
  // the market has moved: another row is here now
  await expect.poll(async () => (await exchangePrices(spot, symbol)).bids[pointed]).not.toBe(price);
  expect(await mirroredPrices(book, 'Bids')).toEqual(held);
  await page.mouse.click(point.x, point.y);
  expect(await mirroredPrices(book, 'Bids')).toEqual(held);
  // the ticket opens with that price; on a slow machine it takes the focus only now
  await expect(panel(page, 'Order ticket').getByLabel('Size', { exact: true })).toBeFocused();

  // the pointer leaves, the rows move on, and what was pressed is the price that the eye saw
  await page.mouse.move(place.x + place.width / 2, place.y - 200);
  await expect.poll(() => mirroredPrices(book, 'Bids')).not.toEqual(held);
  // the panel beside the book is covered while the pointer is in it
  await expect(tip).toHaveCount(0);
  await book.locator('.ladder').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(book.locator('.ladder')).toBeFocused();
  await expect
    .poll(async () => {
      const shown = await mirroredPrices(book, 'Bids');
      const levels = shown.filter(each => each >= price).length;
      // no level is that good any more: nothing is announced
      const [words = 'Selling 0 levels'] = await tip.allTextContents();
      const announced = Number(/^Selling (\d+) level/.exec(words)?.[1]);
      // below the last row there are more levels than rows
      return levels === shown.length ? announced >= levels : announced === levels;
    })
    .toBe(true);
  await expectTrueBook(book, spot, symbol);
});

test('a lost increment is detected, and the book is live and correct again (fault 23)', async ({ startFathom }) => {
  const { page, practice } = await startFathom();
  const { control, spot } = await practice;
  const book = panel(page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  const chips = await recordChips(page, 'Order book');
  // on loopback a book is mended between two frames of the screen: an answer on a long way makes it visible
  await setFault(control, { fault: 'latency', target: 'rest', ms: 500 });
  // a snapshot that was under way when the message was lost makes the book right again before a frame is drawn
  await expect(async () => {
    await setFault(control, { fault: 'lose', topic: '/market/level2', venue: 'spot' });
    const sentence = 'A message was lost. The order book is loading again.';
    await expect.poll(() => shownReasons(chips), { timeout: 5_000 }).toContain(sentence);
  }).toPass();
  const lossIndex = (await shownReasons(chips)).indexOf('A message was lost. The order book is loading again.');
  expect((await shownStates(chips))[lossIndex]).toBe('syncing');
  // on a busy machine the book may be loaded a second time for another reason
  await expect.poll(async () => (await shownStates(chips)).slice(lossIndex + 1).at(-1)).toBe('live');
  await setFault(control, { fault: 'reset' });
  await expectTrueBook(book, spot);
});

/** Longer than from one read of the fills to the next where no feed brings them. */
const pollingMs = 12_000;

test('fills elsewhere arrive by push, each once, and only those that the feed reports', async ({ startFathom }) => {
  const { page, practice } = await startFathom();
  const { spot, headerPrefix, keys, control } = await practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const buy = async (size: string) => {
    const order = { clientOid: crypto.randomUUID(), symbol: 'BTC-USDT', side: 'buy', type: 'market', size };
    await post({ spot, headerPrefix, key }, '/api/v1/hf/orders', order);
  };
  await openTab(page, 'Fills');
  const fills = rowsOf(page, 'Recent fills');
  await expect(fills.first()).toBeVisible();
  await expect(panel(page, 'Order book').getByText('live', { exact: true })).toBeVisible();

  // the first is hidden from the feed, REST knows it: any polling of the list would show it
  await setFault(control, { fault: 'stop-sending', topic: '/spotMarket/tradeOrdersV2' });
  await buy('0.00123');
  const hiddenAtMs = Date.now();
  await expect.poll(() => Date.now() - hiddenAtMs, { timeout: 60_000 }).toBeGreaterThan(pollingMs);
  await expect(fills.filter({ hasText: '0.00123' })).toHaveCount(0);
  await setFault(control, { fault: 'reset' });
  await buy('0.00321');
  // the answer that completes a push also has the part that the feed withheld
  for (const size of ['0.00321', '0.00123']) await expect(fills.filter({ hasText: size })).toHaveCount(1);

  // a line that was lost may have hidden something: the list is read again, and nothing is there twice
  await setFault(control, { fault: 'stop-sending', topic: '/spotMarket/tradeOrdersV2' });
  await buy('0.00456');
  await setFault(control, { fault: 'reset' });
  await setFault(control, { fault: 'close', audience: 'private', venue: 'spot', isAbrupt: true });
  for (const size of ['0.00456', '0.00321', '0.00123']) await expect(fills.filter({ hasText: size })).toHaveCount(1);
});

/** How many colours are on the canvas of the book, as it is on the screen. */
const coloursOf = (book: Locator): Promise<number> =>
  book.locator('canvas').evaluate(canvas => {
    if (!(canvas instanceof HTMLCanvasElement)) throw new Error('the book is on no canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    copy?.drawImage(canvas, 0, 0);
    const { data } = copy?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
    return new Set(new Uint32Array(data.buffer)).size;
  });

test('the book is drawn by its own thread, and by the page without one', async ({ startFathom }) => {
  const { page } = await startFathom();
  const book = panel(page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  // a surface alone has one colour, text has many shades
  await expect.poll(() => coloursOf(book)).toBeGreaterThan(20);
  await expect.poll(() => page.workers().length).toBe(1);

  await page.route('**/drawing-worker*', route => route.abort());
  await page.reload();
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  await expect.poll(() => coloursOf(book)).toBeGreaterThan(20);
  await expect.poll(() => page.workers().length).toBe(0);
  const bids = await mirroredPrices(book, 'Bids');
  await expect.poll(() => mirroredPrices(book, 'Bids')).not.toEqual(bids);
});

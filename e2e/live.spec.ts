import { expect, openTab, panel, rowsOf, test } from './desk-fixture.ts';
import { post, setFault } from './second-client.ts';

test('the market moves by itself: without any polling the book, the tape and the positions are live', async ({
  startDesk,
}) => {
  const desk = await startDesk();
  const { page } = desk;
  const { control } = await desk.practice;
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

test('cut the feed: the book says that it is not live, then resyncs and is live again', async ({ startDesk }) => {
  const desk = await startDesk();
  const { control } = await desk.practice;
  const book = panel(desk.page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  await setFault(control, { fault: 'refuse-upgrade', status: 503, count: 6 });
  await setFault(control, { fault: 'close', isAbrupt: true });
  await expect(book.getByText('live', { exact: true })).toHaveCount(0);
  await expect(book.getByText('live', { exact: true })).toBeVisible({ timeout: 60_000 });
  const picture = await book.textContent();
  await expect.poll(() => book.textContent()).not.toBe(picture);
});

test('23: a lost increment is noticed, and the book comes back live', async ({ startDesk }) => {
  const desk = await startDesk();
  const { control } = await desk.practice;
  const book = panel(desk.page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible();
  await setFault(control, { fault: 'lose', topic: '/market/level2', venue: 'spot' });
  await desk.page.waitForTimeout(1000);
  await expect(book.getByText('live', { exact: true })).toBeVisible();
});

test('an order of another program on the account is filled, and the fill arrives by itself', async ({ startDesk }) => {
  const desk = await startDesk();
  const { spot, headerPrefix, keys } = await desk.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  await openTab(desk.page, 'Fills');
  const fills = rowsOf(desk.page, 'Recent fills');
  await expect(fills.first()).toBeVisible();
  await expect(panel(desk.page, 'Order book').getByText('live', { exact: true })).toBeVisible();
  const before = await fills.first().getAttribute('data-row-key');
  await post({ spot, headerPrefix, key }, '/api/v1/hf/orders', {
    clientOid: crypto.randomUUID(),
    symbol: 'BTC-USDT',
    side: 'buy',
    type: 'market',
    size: '0.00123',
  });
  await expect.poll(() => fills.first().getAttribute('data-row-key')).not.toBe(before);
  await expect(fills.first()).toContainText('BTC-USDT');
});

import { chooseMarket, expect, panel, rowsOf, rowsOfOrder, test } from './testing/fathom-fixture.ts';
import { orderIdIn, post } from './second-client.ts';

const asks = 'Asks';

test('a contract is traded on its own screen: found by /, live, with own order in its book, fill, position and cancel', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const markets = panel(page, 'Markets');
  const bitcoin = markets.getByRole('option').filter({ hasText: /BTC USDT/ });
  await expect(bitcoin).toContainText(/\d[\d,]*\.\d[+−]\d+\.\d\d %/);
  const figures = await bitcoin.textContent();
  await expect.poll(() => bitcoin.textContent()).not.toBe(figures);
  await expect(markets.getByText('live', { exact: true })).toBeVisible();

  await chooseMarket(page, 'xbtusdtm', 'XBTUSDTM');
  const book = page.getByRole('region', { name: 'Order book of XBTUSDTM' });
  await expect(book.getByRole('table', { name: asks }).getByRole('row').nth(10)).toBeAttached();
  await expect(panel(page, 'Order book').getByText('live', { exact: true })).toBeVisible();
  await expect(book.getByRole('table', { name: asks })).toContainText('lots');
  const tape = page.getByRole('table', { name: 'Trades of XBTUSDTM' });
  await expect(tape).toContainText('Size lots');
  await expect(tape.getByRole('row').nth(3)).toBeVisible();
  const first = await tape.getByRole('row').nth(1).textContent();
  await expect.poll(() => tape.getByRole('row').nth(1).textContent(), { timeout: 60_000 }).not.toBe(first);
  await expect(panel(page, 'Chart').getByText(/\d+ candles/)).toBeVisible();
  await page.getByRole('tab', { name: 'Depth' }).click();
  await expect(page.getByRole('img', { name: /^Depth of XBTUSDTM: .* lots bid/ })).toBeVisible();

  await page.getByRole('button', { name: 'Only XBTUSDTM' }).click();
  const orders = rowsOf(page, 'Open orders');
  await expect(orders.first()).toContainText('XBTUSDTM');
  const { futures, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const asAnother = (order: Readonly<Record<string, unknown>>) =>
    post({ spot: futures, headerPrefix, key }, '/api/v1/orders', {
      clientOid: crypto.randomUUID(),
      symbol: 'XBTUSDTM',
      leverage: 5,
      ...order,
    });
  const bids = book.getByRole('table', { name: 'Bids' });
  const touch = /[\d,]+\.\d/.exec((await bids.getByRole('row').nth(1).textContent()) ?? '')?.[0].replaceAll(',', '');
  // far enough below that the market does not come to it, and near enough to be seen in steps of 100
  const price = String(Math.floor(Number(touch) * 0.988));
  await asAnother({ side: 'buy', type: 'limit', price, size: 3 });
  const own = orders.filter({ hasText: Number(price).toLocaleString('en-US') });
  await expect(own).toHaveCount(1);
  await expect(orders.filter({ hasNotText: 'XBTUSDTM' })).toHaveCount(0);
  const step = panel(page, 'Order book').locator('.book-step');
  const coarser = async () => {
    const shown = await step.textContent();
    if (shown !== '100') await page.keyboard.press('+');
    return shown;
  };
  await expect.poll(coarser).toBe('100');
  await expect(bids).toContainText('Your 3 rest at this price');

  // traded: the fill, the position and the order of it are on the screen
  const position = rowsOf(page, 'Futures positions').filter({ hasText: 'XBTUSDTM' });
  await expect(position).toContainText('Long 120');
  const boughtId = orderIdIn(await asAnother({ side: 'buy', type: 'market', size: 5 }));
  await expect(position).toContainText('Long 125');
  await page.getByRole('tab', { name: /^Fills/ }).click();
  await expect(rowsOfOrder(page, 'Recent fills', boughtId).first()).toContainText(/XBTUSDTM\s*Futures\s*Buy/);
  await page.getByRole('tab', { name: /^Open orders/ }).click();
  await own.getByRole('button', { name: /^Cancel buy 3 XBTUSDTM/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
  await expect(own).toHaveCount(0);
  await expect(bids).not.toContainText('Your 3 rest at this price');
});

import { expect, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { post } from './second-client.ts';

const asks = 'Asks';

test('a contract on its own screen: found by /, its book, tape, depth and chart live, own orders in its book, figures by push', async ({
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

  await page.keyboard.press('/');
  await page.keyboard.type('xbtusdtm');
  await page.keyboard.press('Enter');
  const book = page.getByRole('region', { name: 'Order book of XBTUSDTM' });
  await expect(book.getByRole('table', { name: asks }).getByRole('row').nth(10)).toBeAttached();
  await expect(panel(page, 'Order book').getByText('live', { exact: true })).toBeVisible();
  await expect(book.getByRole('table', { name: asks })).toContainText('lots');
  const tape = page.getByRole('table', { name: 'Trades of XBTUSDTM' });
  await expect(tape).toContainText('Size lots');
  await expect(tape.getByRole('row').nth(3)).toBeVisible();
  const first = await tape.getByRole('row').nth(1).textContent();
  await expect.poll(() => tape.getByRole('row').nth(1).textContent(), { timeout: 30_000 }).not.toBe(first);
  await expect(panel(page, 'Chart').getByText(/\d+ candles/)).toBeVisible();
  await page.getByRole('tab', { name: 'Depth' }).click();
  await expect(page.getByRole('img', { name: /^Depth of XBTUSDTM: .* lots bid/ })).toBeVisible();

  await page.getByRole('button', { name: 'Only XBTUSDTM' }).click();
  const orders = rowsOf(page, 'Active orders');
  await expect(orders.first()).toContainText('XBTUSDTM');
  const { futures, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const bid = await book.getByRole('table', { name: 'Bids' }).getByRole('row').nth(6).textContent();
  const touch = /[\d,]+\.\d/.exec(bid ?? '')?.[0].replaceAll(',', '');
  // far enough below that the market does not come to it
  const price = String(Math.floor(Number(touch) * 0.9));
  await post({ spot: futures, headerPrefix, key }, '/api/v1/orders', {
    clientOid: crypto.randomUUID(),
    symbol: 'XBTUSDTM',
    side: 'buy',
    type: 'limit',
    price,
    size: 3,
    leverage: 5,
  });
  await expect(orders.filter({ hasText: Number(price).toLocaleString('en-US') })).toHaveCount(1);
  await expect(orders.filter({ hasNotText: 'XBTUSDTM' })).toHaveCount(0);
});

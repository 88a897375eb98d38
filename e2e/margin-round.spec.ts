import type { Page } from 'playwright/test';
import {
  type FathomUnderTest,
  expect,
  openTab,
  panel,
  readNumber,
  rowsOf,
  rowsOfOrder,
  test,
} from './testing/fathom-fixture.ts';
import { orderIdIn, post } from './second-client.ts';

/** What else trades on the account: an order on margin, as another program places it. */
async function marginClient(fathom: FathomUnderTest) {
  const { spot, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const place = (path: string, order: Readonly<Record<string, unknown>>) =>
    post({ spot, headerPrefix, key }, path, { clientOid: crypto.randomUUID(), ...order });
  return {
    order: (order: Readonly<Record<string, unknown>>) => place('/api/v3/hf/margin/order', order),
    stop: (order: Readonly<Record<string, unknown>>) => place('/api/v1/stop-order', order),
  };
}

const crossAccount = (page: Page) => rowsOf(page, 'Margin accounts').filter({ hasText: 'All cross pairs' });
const ratioOf = async (page: Page) =>
  readNumber((await crossAccount(page).locator('.debt-ratio .number').textContent()) ?? '');

test('a margin round: borrow, trade on a loan, see the debt ratio move by push, repay', async ({ startFathom }) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const client = await marginClient(fathom);
  await openTab(page, 'Margin');
  const cross = crossAccount(page);
  const ratio = () => ratioOf(page);
  await expect(cross).toContainText('within limits');
  // the pair near its line is before the account that is not
  await expect(rowsOf(page, 'Margin accounts').first()).toContainText('XRP-USDT');
  await expect(rowsOf(page, 'Margin accounts').first()).toContainText('margin-call risk');
  const before = await ratio();

  await cross.getByRole('button', { name: 'Borrow on cross margin' }).click();
  const sheet = page.getByRole('dialog', { name: /^Borrow/ });
  await sheet.getByLabel('Amount to borrow').fill('5000');
  const previewed = sheet.locator('.fact', { hasText: 'Debt ratio' }).locator('.before-after-new');
  const expected = readNumber((await previewed.textContent()) ?? '');
  expect(expected).toBeGreaterThan(before);
  await sheet.getByRole('button', { name: 'Review' }).click();
  await sheet.getByRole('button', { name: 'Borrow 5,000 USDT' }).dblclick();
  await expect(sheet.getByText('Borrowed 5,000 USDT.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
  // the market moves on meanwhile: the worth of what is held is not that of the preview to the last digit
  await expect.poll(async () => Math.abs((await ratio()) - expected)).toBeLessThan((expected - before) / 2);

  // another program buys more than is available: the exchange lends it the rest, and publishes it
  const borrowed = await ratio();
  await expect(panel(page, 'Margin').getByText('live', { exact: true })).toBeVisible();
  const bought = await client.order({
    symbol: 'BTC-USDT',
    side: 'buy',
    type: 'market',
    size: '0.9',
    isIsolated: false,
    autoBorrow: true,
  });
  const lent = /"borrowSize":"([\d.]+)"/.exec(bought)?.[1];
  expect(Number(lent), 'the exchange lent for the order').toBeGreaterThan(1000);
  // the panel, which is live, asks for it once a minute: what comes sooner was pushed
  await expect.poll(ratio, { timeout: 45_000 }).toBeGreaterThan(borrowed + 3);
  await openTab(page, 'Fills');
  const boughtId = orderIdIn(bought);
  await expect(rowsOfOrder(page, 'Recent fills', boughtId).first()).toContainText(/BTC-USDT\s*Cross\s*Buy/);
  const ether = { symbol: 'ETH-USDT', side: 'sell', type: 'market', size: '0.2', isIsolated: true };
  const soldId = orderIdIn(await client.order(ether));
  await expect(rowsOfOrder(page, 'Recent fills', soldId).first()).toContainText(/ETH-USDT\s*Isolated\s*Sell/);
  await openTab(page, 'Order history');
  const done = (orderId: string) => rowsOfOrder(page, 'Order history', orderId);
  await expect(done(soldId)).toContainText(/ETH-USDT\s*Isolated\s*Sell\s*market/);
  await expect(done(boughtId)).toContainText(/BTC-USDT\s*Cross\s*Buy\s*market/);

  await client.order({ symbol: 'BTC-USDT', side: 'sell', type: 'market', size: '0.9', isIsolated: false });
  await openTab(page, 'Margin');
  await cross.getByRole('button', { name: 'Repay on cross margin' }).click();
  const repay = page.getByRole('dialog', { name: /^Repay/ });
  await repay.getByLabel('Currency').selectOption('USDT');
  const amount = (Number(lent) + 5000).toFixed(2);
  await repay.getByLabel('Amount to repay').fill(amount);
  // what was sold a moment ago may not be free yet
  await expect(repay.getByRole('button', { name: 'Review' })).toBeEnabled();
  await page.keyboard.press('Enter');
  await repay.getByRole('button', { name: /^Repay [\d,.]+ USDT$/ }).click();
  await expect(repay.getByText(/^Repaid [\d,.]+ USDT\.$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(repay).toHaveCount(0);
  await expect.poll(async () => Math.abs((await ratio()) - before)).toBeLessThan((expected - before) / 2);
});

test('cancel all of a pair on isolated margin covers the orders placed there, also later ones, and no others', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const client = await marginClient(fathom);
  const orders = rowsOf(page, 'Open orders');
  const isolated = orders.filter({ hasText: /ETH-USDT\s*Isolated/ });
  const others = orders.filter({ hasNotText: /ETH-USDT\s*Isolated/ });
  await expect(isolated).toHaveCount(2);
  await expect(orders.filter({ hasText: /ETH-USDT\s*Cross/ })).toHaveCount(1);
  // the lists of both venues and of margin come one after the other
  await expect(panel(page, 'Open orders').getByText('live', { exact: true })).toBeVisible();
  const otherKeys = await others.evaluateAll(rows => rows.map(row => row.getAttribute('data-row-key') ?? ''));
  const onIsolated = { symbol: 'ETH-USDT', type: 'limit' } as const;
  await client.stop({
    ...onIsolated,
    side: 'sell',
    price: '3050',
    stopPrice: '3051',
    size: '0.1',
    tradeType: 'MARGIN_ISOLATED_TRADE',
  });
  await openTab(page, 'Conditional orders');
  const stop = rowsOf(page, 'Conditional orders').filter({ hasText: '3,051' });
  await expect(stop).toHaveCount(1);

  await openTab(page, 'Open orders');
  await page.getByRole('button', { name: 'Cancel all on margin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Cancel all margin orders of a pair?' });
  await sheet.getByLabel('Which').selectOption({ label: 'ETH-USDT isolated (2)' });
  await expect(sheet).toContainText('Does not cancel untriggered stops');
  await client.order({ ...onIsolated, side: 'buy', price: '3100', size: '0.1', isIsolated: true });
  await sheet.getByRole('button', { name: 'Cancel all of ETH-USDT isolated (2)' }).dblclick();
  const report = page.getByRole('dialog', { name: 'Cancel all · ETH-USDT isolated margin' });
  await expect(report.getByText(/^3 of 3 no longer open\./)).toBeVisible();
  await report.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(isolated).toHaveCount(0);

  await openTab(page, 'Conditional orders');
  await expect(stop).toHaveCount(1);
  await openTab(page, 'Order history');
  const ended = rowsOf(page, 'Order history').filter({ hasText: /ETH-USDT\s*Isolated.*cancelled/ });
  await expect(ended).toHaveCount(3);
  // the market may have filled one of the others, and nothing cancelled one
  const cancelled = rowsOf(page, 'Order history').filter({ hasText: 'cancelled' });
  const cancelledKeys = await cancelled.evaluateAll(rows => rows.map(row => row.getAttribute('data-row-key') ?? ''));
  expect(otherKeys.filter(key => cancelledKeys.includes(key))).toEqual([]);
});

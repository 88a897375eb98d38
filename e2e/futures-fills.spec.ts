import { expect, openTab, panel, rowsOf, rowsOfOrder, test } from './testing/fathom-fixture.ts';
import { orderIdIn, post, setFault } from './second-client.ts';

const lots = 7;

test('a futures order of another program is filled: the fill appears without a refresh, with lots, fee and liquidity', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { futures, headerPrefix, keys, control } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  await openTab(page, 'Fills');
  const fills = rowsOf(page, 'Recent fills');
  await expect(fills.first()).toBeVisible();
  const feedChip = panel(page, 'Recent fills').getByText('live', { exact: true });
  await expect(feedChip).toBeVisible();
  await expect(panel(page, 'Recent fills')).toContainText('Spot, cross, isolated and futures, last 24 hours');
  // a read of the panel would be far off: it is checked once a minute while it is pushed
  const tab = page.getByRole('tab', { name: /^Fills/ });
  const counted = await tab.textContent();
  const order = {
    clientOid: crypto.randomUUID(),
    symbol: 'XBTUSDTM',
    side: 'buy',
    type: 'market',
    size: lots,
    leverage: 5,
  };
  const orderId = orderIdIn(await post({ spot: futures, headerPrefix, key }, '/api/v1/orders', order));
  const filled = rowsOfOrder(page, 'Recent fills', orderId).first();
  await expect(filled).toBeVisible();
  // what the book has at one price may be less than the whole order
  await expect(filled).toContainText(/[1-7] lots?/);
  for (const part of ['XBTUSDTM', 'Futures', 'Buy', 'USDT', 'taker']) await expect(filled).toContainText(part);
  await expect(tab).not.toHaveText(counted ?? '');
  await expect(feedChip).toBeVisible();

  // the other way round: spot fills cannot be read, and those of futures stay
  await setFault(control, {
    fault: 'rest',
    method: 'GET',
    path: '/api/v1/limit/fills',
    answer: { kind: 'error', status: 503 },
    probability: 1,
  });
  await setFault(control, { fault: 'close', isAbrupt: true });
  await expect(panel(page, 'Recent fills')).toContainText('Spot and cross fills: ', { timeout: 60_000 });
  await expect(filled).toBeVisible();
});

import type { Page } from 'playwright/test';
import { post, read, type SecondClient, setFault } from './second-client.ts';
import { expect, panel, rowsOf, test } from './testing/fathom-fixture.ts';

const symbol = 'DOGEUSDTM';
const patient = { timeout: 60_000 };
const dayMs = 86_400_000;
/** as many answers as the story can ask for */
const endless = 100_000;

/** The rows of a list of the exchange. */
async function listOf(client: SecondClient, path: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of our own exchange; the story fails when it differs
  return ((await read(client, path)) as { readonly data: readonly Readonly<Record<string, unknown>>[] }).data;
}

const positionOf = (page: Page) => rowsOf(page, 'Futures positions').filter({ hasText: symbol });

test('a contract that cannot be read, expires soon or is closed by a stop without size', async ({ startFathom }) => {
  const fathom = await startFathom({ size: { width: 2560, height: 1440 } });
  const { page } = fathom;
  const { control, keys, ...practice } = await fathom.practice;
  const key = keys.find(({ label }) => label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const spot = { ...practice, key };
  const futures = { ...spot, spot: practice.futures };
  const position = positionOf(page);
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible(patient);

  // a position of its own, which no stop covers; a close order has no size and counts as the whole position
  const stop = { symbol, side: 'sell', type: 'market', stop: 'down', stopPriceType: 'MP', closeOrder: true };
  const open = { symbol, side: 'buy', type: 'market', size: 20, leverage: 5, marginMode: 'ISOLATED' };
  await post(futures, '/api/v1/orders', { ...open, clientOid: crypto.randomUUID() });
  await expect(position).toContainText('Long 20', patient);
  const mark = (await listOf(futures, '/api/v1/positions')).find(each => each['symbol'] === symbol)?.['markPrice'];
  const stopPrice = (Number(mark) * 0.95).toFixed(4);
  await expect(position).not.toContainText('100 %');
  await post(futures, '/api/v1/orders', { ...stop, clientOid: crypto.randomUUID(), stopPrice });
  await expect(position).toContainText('100 %', patient);

  // neither the list nor the contract can be read: the sheet names the gateway and offers a retry
  const answer = { kind: 'html', status: 503 };
  const get = { fault: 'rest', venue: 'futures', method: 'GET', count: endless };
  for (const path of ['/api/v1/contracts/active', '/api/v1/contracts/:symbol'])
    await setFault(control, { ...get, path, answer });
  await page.reload();
  await position.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: /^Close…/ }).click();
  const exit = page.getByRole('dialog', { name: new RegExp(symbol) });
  await expect(exit).toContainText('A gateway answered with HTTP 503, not the exchange itself.', patient);
  await expect(exit.getByLabel('Size')).toHaveCount(0);
  await setFault(control, { fault: 'reset' });
  // while an attempt of its own is on its way there is nothing to press
  await expect(async () => {
    if (await exit.getByLabel('Size').isVisible()) return;
    await exit.getByRole('button', { name: 'Retry' }).click({ timeout: 1_000 });
    await expect(exit.getByLabel('Size')).toBeVisible({ timeout: 2_000 });
  }).toPass(patient);
  await page.keyboard.press('Escape');

  // the exchange renames a pair and states an expiry in two days and a half
  const contracts = await listOf(futures, '/api/v1/contracts/active');
  const pairs = await listOf(spot, '/api/v2/symbols');
  const expiry = { kind: 'odd-row', row: contracts.findIndex(each => each['symbol'] === symbol), field: 'expireDate' };
  const rename = { kind: 'odd-row', row: pairs.findIndex(each => each['symbol'] === 'XRP-USDT'), field: 'name' };
  const path = '/api/v1/contracts/active';
  await setFault(control, { ...get, path, answer: { ...expiry, value: Date.now() + 2.5 * dayMs } });
  const named = { fault: 'rest', venue: 'spot', method: 'GET', path: '/api/v2/symbols' };
  await setFault(control, { ...named, answer: { ...rename, value: 'NEWNAME-USDT' }, count: endless });
  await page.reload();
  await expect(position).toContainText('expires in 2 d', patient);
  const markets = panel(page, 'Markets');
  const filter = markets.getByRole('textbox', { name: 'Filter markets' });
  for (const typed of ['newname', 'xrp-usdt']) {
    await filter.fill(typed);
    await expect(markets.getByRole('option').filter({ hasText: /NEWNAME.*XRP-USDT/ })).toBeVisible(patient);
  }
  await filter.fill(symbol);
  await expect(markets.getByRole('option').first()).toContainText('expires in 2 d', patient);
});

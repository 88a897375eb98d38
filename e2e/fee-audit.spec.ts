import { checkIn } from './testing/axe.ts';
import { expect, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { post, setFault } from './second-client.ts';

/** room for a machine that others use as well */
const patient = { timeout: 180_000 };
const endless = 1_000_000;

test.use({ isRecording: true });

test('the fee audit lists by keyboard the fills whose fee differs from the rate held on their day', async ({
  startFathom,
}) => {
  test.setTimeout(480_000);
  const fathom = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = fathom;
  const { spot, headerPrefix, keys, control } = await fathom.practice;
  // the exchange states a lower rate than it takes
  await setFault(control, {
    fault: 'rest',
    venue: 'spot',
    method: 'GET',
    path: '/api/v1/trade-fees',
    count: endless,
    answer: { kind: 'odd-row', field: 'takerFeeRate', value: '0.0001' },
  });
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const order = { clientOid: crypto.randomUUID(), symbol: 'BTC-USDT', side: 'buy', type: 'market', size: '0.00731' };
  await post({ spot, headerPrefix, key }, '/api/v1/orders', order);

  await page.getByRole('button', { name: 'Overview', exact: true }).click();
  await page.getByRole('tab', { name: /^Explore/ }).click();
  const explore = panel(page, 'Explore');
  await expect(explore).toContainText(/fee audit of [1-9][\d,]* fills, [1-9]/, patient);
  await explore.getByLabel('Fee audit').focus();
  await page.keyboard.press('ArrowDown');
  await expect(explore.getByLabel('Fee audit')).toHaveValue('different');
  const fills = rowsOf(page, 'Archived Fills');
  const own = fills.filter({ hasText: '0.00731' }).first();
  await expect(own).toBeVisible(patient);
  await expect(own).toContainText('differs');
  await expect(own).toContainText('0.01 %');
  await expect(fills.filter({ hasNotText: 'differs' })).toHaveCount(0);
  await expect(explore).toContainText(/USDT: due [\d,.]+, paid [\d,.]+/);
  await checkIn('dark')(page, 'fee audit', explore);

  await explore.getByRole('button', { name: 'Fees by month…' }).focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Fees by month' });
  const months = rowsOf(page, 'Fees by month');
  const month = new Date().toISOString().slice(0, 7);
  const inUsdt = months.filter({ hasText: month }).filter({ hasText: 'USDT' }).first();
  await expect(inUsdt).toContainText(/[1-9][\d,.]*\s?USDT/, patient);
  await checkIn('dark')(page, 'fees by month', sheet);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

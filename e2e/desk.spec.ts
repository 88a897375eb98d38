import type { Locator, Page } from 'playwright/test';
import { post, setFault } from './second-client.ts';
import {
  columnOf,
  expect,
  expectWholeBook,
  type FathomUnderTest,
  openTab,
  readNumber,
  rowsOf,
  test,
} from './testing/fathom-fixture.ts';
import { openReview } from './testing/open-review.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };

async function traderOf(fathom: FathomUnderTest) {
  const { spot, futures, headerPrefix, keys, control } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  return {
    control,
    onSpot: (path: string, body: unknown) => post({ spot, headerPrefix, key }, path, body),
    onFutures: (path: string, body: unknown) => post({ spot: futures, headerPrefix, key }, path, body),
  };
}

const sheetOf = (page: Page) => page.locator('dialog[open]');

/** First press reviews, second sends. */
async function send(page: Page, button: RegExp): Promise<void> {
  await openReview(page, sheetOf(page).getByRole('button', { name: button }));
  await page.keyboard.press('Control+Enter');
}

/** The focus on a row, and a letter. */
async function press(row: Locator, letter: string): Promise<void> {
  await row.focus();
  await row.page().keyboard.press(letter);
}

test('an order is amended by keys; an answer is lost and resolved, and never two orders are open (fault 14)', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { control, onSpot } = await traderOf(fathom);
  await expectWholeBook(page);
  await onSpot('/api/v1/hf/orders', {
    clientOid: crypto.randomUUID(),
    symbol: 'BTC-USDT',
    side: 'buy',
    type: 'limit',
    price: '90000',
    size: '0.0123',
  });
  const own = rowsOf(page, 'Open orders').filter({ hasText: '0.0123' });
  await expect(own).toHaveCount(1, patient);
  await press(own, 'e');
  const price = sheetOf(page).getByLabel('Price');
  await expect(price).toBeFocused(patient);
  await price.fill('90100');
  await send(page, /^Amend to 0\.0123 at 90,100, remaining 0\.0123/);
  await expect(sheetOf(page)).toContainText('Amended.', patient);
  await page.keyboard.press('Escape');
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('90,100', patient);

  await setFault(control, {
    fault: 'rest',
    method: 'POST',
    path: '/api/v1/hf/orders/alter',
    isExecuted: true,
    answer: { kind: 'error', status: 502 },
    count: 1,
  });
  await press(own, 'e');
  await expect(price).toBeFocused(patient);
  await price.fill('90200');
  await send(page, /^Amend to 0\.0123 at 90,200, remaining 0\.0123/);
  await expect(sheetOf(page)).toContainText(/Checked: Amended/, patient);
  await page.keyboard.press('Escape');
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('90,200', patient);
});

test('a position is managed by keys: half of it reduced, a stop placed, then reversed in two steps', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { onFutures } = await traderOf(fathom);
  await expectWholeBook(page);
  await onFutures('/api/v1/orders', {
    clientOid: crypto.randomUUID(),
    symbol: 'DOGEUSDTM',
    side: 'buy',
    type: 'market',
    size: 20,
    leverage: 5,
  });
  const row = rowsOf(page, 'Futures positions').filter({ hasText: 'DOGEUSDTM' });
  await expect(row).toContainText('Long 20', patient);

  await press(row, 'r');
  await expect(sheetOf(page).getByLabel('Size')).toBeFocused(patient);
  await page.keyboard.type('50%');
  await expect(sheetOf(page)).toContainText(/20.*becomes.*10/, patient);
  await send(page, /^Sell 10 lots at market/);
  await expect(sheetOf(page)).toContainText(/Filled 10 of 10 lots at average/, patient);
  await expect(row).toContainText('Long 10', patient);
  await page.keyboard.press('Escape');

  await press(row, 'l');
  await expect(sheetOf(page).getByLabel('Trigger when mark is')).toBeFocused(patient);
  await page.keyboard.type('-2%');
  await send(page, /^Sell 10 lots when mark is/);
  await expect(sheetOf(page)).toContainText('Accepted by the exchange', patient);
  await page.keyboard.press('Escape');
  await openTab(page, 'Conditional orders');
  const stop = rowsOf(page, 'Conditional orders').filter({ hasText: 'DOGEUSDTM' });
  await expect(stop).toContainText('Sell', patient);

  await press(row, 'v');
  await expect(sheetOf(page)).toContainText('Two steps', patient);
  const fact = (label: string) => sheetOf(page).locator('.fact', { hasText: label });
  await expect(fact('Step 1')).toContainText(/Sell 10 lots.*reduce-only/, patient);
  await expect(fact('Step 2Sell 10 lots')).toBeVisible();
  await expect(fact('Position after').locator('.before-after-new')).toContainText('−10');
  const liquidation = fact('Liquidation').locator('.before-after-new');
  const previewed = readNumber((await liquidation.textContent()) ?? '');
  await send(page, /^Sell 10 lots at/);
  await expect(sheetOf(page)).toContainText('Step 2', patient);
  await sheetOf(page)
    .getByRole('button', { name: /^Sell 10 lots, at worst/ })
    .click();
  await expect(row).toContainText('Short 10', patient);
  // the market may move by some ticks between the review and the fills
  const cell = row.getByRole('cell').nth(await columnOf(page, 'Futures positions', 'Liquidation'));
  await expect
    .poll(async () => Math.abs(readNumber((await cell.textContent()) ?? '') / previewed - 1))
    .toBeLessThan(0.005);
});

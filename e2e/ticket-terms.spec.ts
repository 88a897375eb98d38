import type { Locator, Page } from 'playwright/test';
import { post, read, type SecondClient, setFault } from './second-client.ts';
import { chooseMarket, expect, expectWholeBook, type FathomUnderTest, rowsOf, test } from './testing/fathom-fixture.ts';
import { speak } from './testing/speak.ts';
import { openReview } from './testing/open-review.ts';

const patient = { timeout: 60_000 };
/** how much longer each request takes */
const slowMs = 3_000;

interface Named {
  readonly ticket: string;
  readonly size: string;
  readonly price: string;
  readonly review: string;
}

const english: Named = { ticket: 'Order ticket', size: 'Size', price: 'Price', review: 'Review' };
const german: Named = { ticket: 'Ordermaske', size: 'Menge', price: 'Preis', review: 'Prüfen' };

/** The parts of the ticket in one language. */
function partsOf(page: Page, { ticket: name, size, price, review }: Named) {
  const ticket = page.getByRole('region', { name, exact: true });
  return {
    ticket,
    size: ticket.getByLabel(size, { exact: true }),
    price: ticket.getByLabel(price, { exact: true }),
    review: ticket.getByRole('region', { name: review, exact: true }),
  };
}

/** Reviews the order; a press before the facts are known does nothing. */
async function expectReview(page: Page, review: Locator): Promise<void> {
  await openReview(page, review);
}

async function traderOf(fathom: FathomUnderTest) {
  const { control, keys, ...practice } = await fathom.practice;
  const key = keys.find(({ label }) => label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  const spot: SecondClient = { ...practice, key };
  return { control, spot, futures: { ...spot, spot: practice.futures } };
}

test('a futures ticket has margin mode and leverage of the position, and its review warns of a reversal and of another leverage', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { futures } = await traderOf(fathom);
  const { ticket, size, price, review } = partsOf(page, english);
  const leverage = ticket.getByLabel('Leverage', { exact: true });
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);

  // a cross position, while the ticket has isolated margin by default
  await chooseMarket(page, 'solusdtm', 'SOLUSDTM');
  await page.keyboard.press('F6');
  await page.keyboard.press('b');
  await expect(ticket.getByLabel('Margin mode')).toHaveValue('cross', patient);
  await size.fill('1');
  await price.fill('m');
  await expect(ticket.locator('.fact', { hasText: 'Margin mode' })).toContainText(/cross \d+×/, patient);
  await page.keyboard.press('Escape');

  // an isolated position of 12 times, while the ticket has 5 times by default
  const order = { symbol: 'DOGEUSDTM', side: 'buy', type: 'market', size: 20, leverage: 12, marginMode: 'ISOLATED' };
  await post(futures, '/api/v1/orders', { ...order, clientOid: crypto.randomUUID() });
  await chooseMarket(page, 'dogeusdtm', 'DOGEUSDTM');
  await expect(rowsOf(page, 'Futures positions').filter({ hasText: 'DOGEUSDTM' })).toContainText('Long 20', patient);
  await page.keyboard.press('F6');
  await page.keyboard.press('b');
  await expect(ticket.getByLabel('Margin mode')).toHaveValue('isolated', patient);
  await expect(leverage).toHaveValue('12', patient);

  // an addition with another leverage changes the whole position
  await size.fill('5');
  await price.fill('m');
  await leverage.fill('3');
  await expectReview(page, review);
  await expect(review).toContainText(/The position has 1[12](\.\d+)?×; this order sets it to 3×\./);
  await page.keyboard.press('Escape');
  await ticket.getByRole('button', { name: /^(Keep|Use) 12×$/ }).click();
  await expect(ticket).not.toContainText('Changes the leverage');

  // a sale of more than the position
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await size.fill('30');
  await price.fill('m');
  await expectReview(page, review);
  await expect(review).toContainText('Reverses the position.');
  await expect(review).toContainText('The position changes from 20 to −10 lots.');
  await expect(review).toContainText('isolated 12×');
  await page.keyboard.press('Escape');
  await ticket.getByRole('button', { name: 'Close only' }).click();
  await expect(ticket).not.toContainText('Reverses the position.');
  await expectReview(page, review);
  await expect(review).toContainText(/Sell 20 lots of DOGEUSDTM.*reduce-only/);
});

test('a German ticket reads figures as they are shown, rejects one of two meanings, and waits for a slow exchange', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const { control, spot } = await traderOf(fathom);
  const { ticket, size, price, review } = partsOf(page, german);
  await expectWholeBook(page);
  await chooseMarket(page, 'usdc', 'USDC-USDT');
  await speak(page, 'en', 'de');
  // the page has started again in the other language
  await expect(rowsOf(page, 'Offene Orders').first()).toBeVisible(patient);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(size).toBeVisible(patient);

  // thousands for one reader, decimals for another
  await size.fill('1.234');
  await price.fill('0,95');
  expect(await size.evaluate(field => (field instanceof HTMLInputElement ? field.validationMessage : ''))).toContain(
    'Ein Punkt vor drei Ziffern kann Tausender oder Dezimalen trennen',
  );
  await page.keyboard.press('Control+Enter');
  await expect(review).toHaveCount(0);

  // with a point between the thousands, and as the page shows it: with a thin space
  await size.fill('1.234,5');
  await expectReview(page, review);
  await expect(review).toContainText(/1\s234,5 USDC zu 0,95/);
  await page.keyboard.press('Escape');
  await size.fill('1\u2009234,5');
  await expectReview(page, review);
  await expect(review).toContainText(/1\s234,5 USDC zu 0,95/);
  await setFault(control, { fault: 'latency', target: 'rest', ms: slowMs });
  await page.keyboard.press('Control+Enter');
  const last = ticket.getByRole('list', { name: 'Letzte Orders' }).getByRole('listitem');
  await expect(last).toContainText('offen', patient);
  await setFault(control, { fault: 'reset' });
  // the answer came after the three seconds, and once
  await expect(last.locator('.number')).toHaveText(/^([3-9]|\d{2,})(,\d)? s$/, patient);
  const placed = JSON.stringify(await read(spot, '/api/v1/hf/orders/active?symbol=USDC-USDT'));
  expect(placed.match(/"size":"1234\.5"/g)).toHaveLength(1);
  expect(placed).toMatch(/"price":"0\.950*"/);
});

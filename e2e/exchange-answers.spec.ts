import { setFault } from './second-client.ts';
import {
  chooseMarket,
  expect,
  expectWholeBook,
  openTab,
  panel,
  readNumber,
  rowsOf,
  test,
} from './testing/fathom-fixture.ts';
import { openReview } from './testing/open-review.ts';

/** room for a machine that others use as well */
const patient = { timeout: 60_000 };
/** as many answers as the story can ask for */
const endless = 100_000;

test('answers that are no data are named: a message, a gateway, a rejected time, and a book level without size', async ({
  startFathom,
}) => {
  const { page, practice } = await startFathom();
  const { control } = await practice;
  await expectWholeBook(page);
  await expect(rowsOf(page, 'Open orders').first()).toBeVisible(patient);

  // a success with words instead of data keeps the words of the exchange
  const read = { fault: 'rest', venue: 'spot', method: 'GET', count: endless };
  const withdrawals = { ...read, path: '/api/v1/withdrawals' };
  await setFault(control, { ...withdrawals, answer: { kind: 'message', code: '200000', message: 'Under migration' } });
  await openTab(page, 'Withdrawals');
  const list = panel(page, 'Withdrawals');
  await expect(list).toContainText('The exchange answered with a message instead of the data.', patient);
  await expect(list).toContainText('Under migration');
  await setFault(control, { fault: 'reset' });
  await setFault(control, { ...withdrawals, answer: { kind: 'html', status: 403 } });
  await list.getByRole('button', { name: 'Retry' }).click();
  await expect(list).toContainText('A gateway answered with HTTP 403, not the exchange itself.', patient);
  await setFault(control, { fault: 'reset' });
  await list.getByRole('button', { name: 'Retry' }).click();
  await expect(rowsOf(page, 'Withdrawals').first()).toBeVisible(patient);

  // a level without size in a snapshot is not shown
  const odd = { kind: 'odd-row', row: 3, field: '1', value: '0' };
  await setFault(control, { ...read, path: '/api/v3/market/orderbook/level2', answer: odd });
  await chooseMarket(page, 'usdc', 'USDC-USDT');
  const book = panel(page, 'Order book');
  await expect(book.getByText('live', { exact: true })).toBeVisible(patient);
  await expectWholeBook(page);
  for (const name of ['Asks', 'Bids']) {
    const rows = book.getByRole('table', { name }).getByRole('row');
    const sizes = await rows.locator('[role="cell"]:nth-child(2)').allTextContents();
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.map(readNumber).filter(size => size === 0)).toEqual([]);
  }
  await setFault(control, { fault: 'reset' });

  // the clocks agree, and the exchange rejects the time: the order names the likely cause
  const order = { fault: 'rest', method: 'POST', path: '/api/v1/hf/orders' };
  const refusal = { kind: 'message', code: '400002', message: 'Invalid timestamp', status: 400 };
  await setFault(control, { ...order, answer: refusal, count: 2 });
  await page.keyboard.press('F6');
  await page.keyboard.press('b');
  const ticket = page.getByRole('region', { name: 'Order ticket' });
  const last = ticket.getByRole('list', { name: 'Last orders' }).getByRole('listitem').first();
  await ticket.getByLabel('Size', { exact: true }).fill('77', patient);
  await ticket.getByLabel('Price', { exact: true }).fill('b-20');
  await openReview(page, ticket.getByRole('region', { name: 'Review' }));
  await page.keyboard.press('Control+Enter');
  await expect(last).toContainText(/rejected: .*although the clocks agree.*Invalid timestamp \(400002\)/, patient);

  // an order that the exchange took, with words instead of its id, is looked for and found
  await setFault(control, { fault: 'reset' });
  const words = { kind: 'message', code: '200000', message: 'Accepted later' };
  await setFault(control, { ...order, answer: words, isExecuted: true, count: 1 });
  await openReview(page, ticket.getByRole('region', { name: 'Review' }));
  await page.keyboard.press('Control+Enter');
  await expect(last).toContainText('open', patient);
  await expect(page.getByText(/Done: Buy 77/)).toBeVisible(patient);
});

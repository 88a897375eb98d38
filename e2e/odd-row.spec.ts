import { activeProfileId, askDesk } from './desk-calls.ts';
import { expect, panel, test } from './testing/fathom-fixture.ts';
import { setFault } from './second-client.ts';

test('one unreadable order leaves the others, and after a reconnect margin can be added', async ({ startFathom }) => {
  const { page, practice } = await startFathom();
  const { control } = await practice;
  const orders = panel(page, 'Open orders');
  await expect(orders.getByText('live', { exact: true })).toBeVisible();
  const profileId = await activeProfileId(page);

  const answer = { kind: 'odd-row', field: 'side', value: null };
  const path = '/api/v1/orders';
  await setFault(control, { fault: 'rest', venue: 'spot', method: 'GET', path, answer, count: 100_000 });
  await setFault(control, { fault: 'close', isAbrupt: true });
  const mark = orders.getByRole('button', { name: '1 order could not be read' });
  await expect(mark).toBeVisible();
  // the mark does not lie over the buttons of its place
  const edges = await Promise.all(
    [orders.locator('.panel-header'), page.getByRole('button', { name: 'Only BTC-USDT' })].map(each =>
      each.boundingBox(),
    ),
  );
  expect(edges[0]?.x).toBeGreaterThanOrEqual((edges[1]?.x ?? Infinity) + (edges[1]?.width ?? 0) - 4);
  expect(await orders.locator('.panel-header').evaluate(head => head.scrollWidth - head.clientWidth)).toBe(0);
  await mark.click();
  await expect(page.getByRole('dialog').getByText('"side":null')).toBeVisible();
  await page.keyboard.press('Escape');

  const margin = { profileId, symbol: 'XBTUSDTM', amount: '7', bizNo: 'odd-row' };
  await expect
    .poll(async () => JSON.stringify(await askDesk(page, 'positions.addMargin', margin)))
    .toContain('"ok":true');
});

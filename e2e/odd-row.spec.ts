import { activeProfileId, askDesk } from './door.ts';
import { expect, panel, test } from './testing/fathom-fixture.ts';
import { setFault } from './second-client.ts';

test('one order that cannot be read leaves the others, and after a reconnect margin is still added', async ({
  startFathom,
}) => {
  const { page, practice } = await startFathom();
  const { control } = await practice;
  const orders = panel(page, 'Active orders');
  await expect(orders.getByText('live', { exact: true })).toBeVisible();
  const profileId = await activeProfileId(page);

  const answer = { kind: 'odd-row', field: 'dealSize', value: null };
  const path = '/api/v1/orders';
  await setFault(control, { fault: 'rest', venue: 'spot', method: 'GET', path, answer, count: 100_000 });
  await setFault(control, { fault: 'close', isAbrupt: true });
  const mark = orders.getByRole('button', { name: '1 order could not be read' });
  await expect(mark).toBeVisible();
  await mark.click();
  await expect(page.getByRole('dialog').getByText('"dealSize":null')).toBeVisible();
  await page.keyboard.press('Escape');

  const margin = { profileId, symbol: 'XBTUSDTM', amount: '7', bizNo: 'odd-row' };
  await expect
    .poll(async () => JSON.stringify(await askDesk(page, 'positions.addMargin', margin)))
    .toContain('"ok":true');
});

import { activeProfileId, askDesk } from './door.ts';
import { expect, panel, test } from './testing/fathom-fixture.ts';
import { setFault } from './second-client.ts';

const order = (clientOid: string) => ({
  clientOid,
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '90000',
  size: '0.001',
});

test('36: after a reconnect only cancels are sent until the account is known again, and the screen says so', async ({
  startFathom,
}) => {
  const { page, practice } = await startFathom();
  const { control } = await practice;
  await expect(panel(page, 'Active orders').getByText('live', { exact: true })).toBeVisible();
  const profileId = await activeProfileId(page);
  const place = async (clientOid: string) =>
    JSON.stringify(await askDesk(page, 'orders.place', { profileId, order: order(clientOid) }));
  const id = /"orderId":"([^"]+)"/.exec(await place('before'))?.[1];
  expect(id).toBeDefined();

  await setFault(control, {
    fault: 'rest',
    answer: { kind: 'error', status: 503 },
    path: '/api/v1/positions',
    count: 100_000,
  });
  await setFault(control, { fault: 'close', isAbrupt: true });
  const notice = page.getByRole('alert').filter({ hasText: 'only cancels' });
  await expect(notice).toBeVisible();
  await expect.poll(() => place('meanwhile')).toContain('Awaited: positions.');
  expect(await place('meanwhile')).toContain('not-reconciled');
  // who looks later is told as well
  await page.reload();
  await expect(notice).toBeVisible();
  const cancelled = await askDesk(page, 'orders.cancel', {
    profileId,
    venue: 'spot',
    symbol: 'BTC-USDT',
    orderId: id,
  });
  expect(cancelled).toMatchObject({ ok: true });

  await setFault(control, { fault: 'reset' });
  await expect(notice).toHaveCount(0);
  await expect.poll(() => place('after')).toContain('"ok":true');
});

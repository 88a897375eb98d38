import { activeProfileId, askDesk } from './desk-calls.ts';
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

test('only cancels are sent after a reconnect until the account is read again, and the screen says so (fault 36)', async ({
  startFathom,
}) => {
  const { page, practice } = await startFathom();
  const { control } = await practice;
  await expect(panel(page, 'Open orders').getByText('live', { exact: true })).toBeVisible();
  const profileId = await activeProfileId(page);
  const place = async (clientOid: string) =>
    JSON.stringify(await askDesk(page, 'orders.place', { profileId, order: order(clientOid) }));
  let id: string | undefined;
  // it is refused until all of the account is read
  const placeFirst = async () => {
    id = /"orderId":"([^"]+)"/.exec(await place('before'))?.[1];
    return id;
  };
  await expect.poll(placeFirst).toBeDefined();

  await setFault(control, {
    fault: 'rest',
    answer: { kind: 'error', status: 503 },
    path: '/api/v1/positions',
    count: 100_000,
  });
  await setFault(control, { fault: 'close', isAbrupt: true });
  const notice = page.getByRole('alert').filter({ hasText: 'only cancels' });
  await expect(notice).toBeVisible();
  await expect.poll(() => place('meanwhile')).toContain('Pending: positions.');
  expect(await place('meanwhile')).toContain('not-reconciled');
  // a later reader is notified as well
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

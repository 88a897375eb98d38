import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { connect, shownProfile } from './connect.ts';
import { activeProfileId, askDesk, hearList, readPolicy } from './desk-calls.ts';
import { startExchange } from './exchange-process.ts';
import { withKeyring } from './keyring.ts';
import { expect, panel, test } from './testing/fathom-fixture.ts';
import { pressLast, typeBack, untilReady } from './trusted-keys.ts';

/** Worth 90 USDT, far below the market. */
const order = (clientOid: string) => ({
  clientOid,
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  price: '90000',
  size: '0.001',
});

async function openPolicy(page: Page) {
  for (const title of ['Open orders', 'Positions'])
    await expect(panel(page, title).getByText('live', { exact: true })).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: /key …/ }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'practice' });
  await card.getByRole('button', { name: 'Policy' }).click();
  return page.getByRole('dialog', { name: 'Policy of Practice' });
}

test('a policy tightened on the page rejects an order by name, and is loosened only in the trusted window', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  const sheet = await openPolicy(page);
  const profileId = await activeProfileId(page);
  const place = (clientOid: string) => askDesk(page, 'orders.place', { profileId, order: order(clientOid) });

  await sheet.getByLabel('Largest order or loan').fill('50');
  await sheet.getByRole('button', { name: 'Tighten now' }).click();
  await expect(sheet.getByRole('button', { name: 'Tighten now' })).toHaveAttribute('title', 'Policy unchanged');
  const refused = {
    ok: false,
    error: { kind: 'policy', validationError: { rule: 'largest-order', figure: '90 USDT', limit: '50 USDT' } },
  };
  await expect.poll(() => place('too-large')).toMatchObject(refused);

  await sheet.getByLabel('Largest order or loan').fill('100');
  await expect(sheet.getByText('Largest order or loan: 100 USDT (now 50 USDT)')).toBeVisible();
  await sheet.getByRole('button', { name: 'Ask to loosen…' }).click();
  const declined = await fathom.nextTrustedPage();
  await expect(declined.getByText('100 USDT (now 50 USDT)')).toBeVisible();
  await pressLast(declined, 'Escape');
  await expect(sheet.getByRole('alert')).toContainText('without an answer');
  expect(await place('still-too-large')).toMatchObject(refused);

  await sheet.getByRole('button', { name: 'Ask to loosen…' }).click();
  await typeBack(await fathom.nextTrustedPage(), 'Practice');
  await expect(sheet.getByRole('button', { name: 'Tighten now' })).toHaveAttribute('title', 'Policy unchanged');
  await expect.poll(() => place('within')).toMatchObject({ ok: true });
  await expect.poll(() => hearList(page, profileId, 'spot.orders')).toContain('within');
  expect(await hearList(page, profileId, 'spot.orders')).not.toContain('too-large');
  await expect(sheet.getByText(/^Sent since midnight UTC: 90 USDT of/)).toBeVisible();
});

test('a compromised page cannot confirm a large order, nor change the policy', async ({ startFathom }) => {
  const fathom = await startFathom();
  const { page } = fathom;
  for (const title of ['Open orders', 'Positions'])
    await expect(panel(page, title).getByText('live', { exact: true })).toBeVisible();
  const profileId = await activeProfileId(page);
  const policy = await readPolicy(page, profileId);
  const bands = [{ fromNotional: '50', level: 'type-symbol' }];
  expect(await askDesk(page, 'policy.change', { profileId, policy: { ...policy, bands } })).toMatchObject({
    ok: true,
  });
  const place = (clientOid: string) =>
    askDesk(page, 'orders.place', { profileId, order: order(clientOid), confirmed: 'type-symbol' });

  const hostile = place('hostile');
  const asking = await fathom.nextTrustedPage();
  await expect(asking.getByText('Buy 0.001 BTC-USDT at 90000')).toBeVisible();
  await expect(asking.getByText('90 USDT', { exact: true })).toBeVisible();
  await pressLast(asking, 'Escape');
  expect(await hostile).toMatchObject({ ok: false, error: { kind: 'declined' } });

  const wanted = place('wanted');
  await typeBack(await fathom.nextTrustedPage(), 'BTC-USDT');
  expect(await wanted).toMatchObject({ ok: true });
  await expect.poll(() => hearList(page, profileId, 'spot.orders')).toContain('wanted');
  expect(await hearList(page, profileId, 'spot.orders')).not.toContain('hostile');
});

test('the trusted window discards input for another question, and closed questions delay the next one', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  for (const title of ['Open orders', 'Positions'])
    await expect(panel(page, title).getByText('live', { exact: true })).toBeVisible();
  const profileId = await activeProfileId(page);
  const policy = await readPolicy(page, profileId);
  const loosen = (largestOrder: string) =>
    askDesk(page, 'policy.change', { profileId, policy: { ...policy, largestOrder } });

  const first = loosen('1000001');
  const trusted = await fathom.nextGuardedPage();
  await trusted.keyboard.type('Practice');
  await trusted.keyboard.press('Enter');
  await untilReady(trusted);
  const field = trusted.getByLabel('Type Practice to confirm');
  await expect(field).toHaveValue('');
  await expect(field).not.toBeFocused();
  await trusted.keyboard.press('Tab');
  await expect(field).toBeFocused();
  await trusted.keyboard.type('Practice');
  await pressLast(trusted, 'Enter');
  expect(await first).toMatchObject({ ok: true, value: { largestOrder: '1000001' } });

  const closed = loosen('1000002');
  await pressLast(await fathom.nextTrustedPage(), 'Escape');
  expect(await closed).toMatchObject({ ok: false, error: { kind: 'declined' } });
  const closedAgain = loosen('1000002').then(async answer => [answer, await loosen('1000002')]);
  await pressLast(await fathom.nextTrustedPage(), 'Escape');
  expect(await closedAgain).toMatchObject([
    { ok: false, error: { kind: 'declined' } },
    { ok: false, error: { kind: 'rate-limited', retryAtMs: expect.any(Number) } },
  ]);
});

test('an edited file tightens the policy of a key in the keychain, and loosens nothing', async ({
  startFathom,
  dataDir,
}) => {
  const exchange = await startExchange();
  try {
    await withKeyring(async () => {
      const first = await startFathom();
      await connect(first, { name: 'Ada', exchange, key: exchange.key('trader'), mayTrade: true });
      const profileId = await activeProfileId(first.page);
      const tight = await readPolicy(first.page, profileId);
      // a first tightening, so that the file has a row to edit
      const change = { profileId, policy: { ...tight, largestBatch: '4000' } };
      expect(await askDesk(first.page, 'policy.change', change)).toMatchObject({ ok: true });
      await first.close();

      const file = join(dataDir, 'allowances.json');
      const edited = readFileSync(file, 'utf8')
        .replace('"mayTransfer": false', '"mayTransfer": true')
        .replace('"largestOrder": "2000"', '"largestOrder": "2000000"')
        .replace('"dailyNotional": "20000"', '"dailyNotional": "70"');
      expect(edited).toContain('"largestOrder": "2000000"');
      writeFileSync(file, edited);

      const second = await startFathom();
      await expect(shownProfile(second.page, 'Ada')).toBeVisible();
      expect(await readPolicy(second.page, profileId)).toEqual({ ...change.policy, dailyNotional: '70' });
      await expect
        .poll(() =>
          askDesk(second.page, 'orders.place', { profileId, order: order('beyond-the-day'), confirmed: 'summary' }),
        )
        .toMatchObject({ ok: false, error: { validationError: { rule: 'daily-notional', limit: '70 USDT' } } });
      // before the keyring: the browser lives in the keyring's home
      await second.close();
    });
  } finally {
    await exchange.stop();
  }
});

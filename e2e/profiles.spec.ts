import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { connect, shownProfile, typeKey } from './connect.ts';
import { activeProfileId, askDesk, hearList, readPolicy } from './desk-calls.ts';
import { withKeyring } from './keyring.ts';
import { expect, panel, root, test } from './testing/fathom-fixture.ts';
import { startExchange } from './exchange-process.ts';
import { clickLast, pressLast } from './trusted-keys.ts';

/** Every string that the page's memory still holds, searched for what must not be there. Answers what was found, shortened. */
async function findInHeap(page: Page, needles: readonly string[]): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  const heap = chunks.join('');
  if (!heap.includes('Order book')) throw new Error('the heap snapshot is blind: it lacks what is on the screen');
  return needles.filter(needle => heap.includes(needle)).map(needle => `${needle.slice(0, 4)}…`);
}

/** Every file below the data folder: settings, journal, logs, the browser's own profile. */
function findOnDisk(dataDir: string, needles: readonly string[]): readonly string[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  if (!files.some(entry => entry.name.endsWith('.log'))) throw new Error('there is no log to search');
  return files.flatMap(entry => {
    const bytes = readFileSync(join(entry.parentPath, entry.name));
    return needles.filter(needle => bytes.includes(needle)).map(needle => `${entry.name}: ${needle.slice(0, 4)}…`);
  });
}

/** What the keychain holds of ours, asked by another process. */
function readKeychain(environment: Readonly<Record<string, string>>): string {
  const question =
    "import('@napi-rs/keyring').then(async k => console.log(JSON.stringify(await k.findCredentialsAsync('Fathom'))))";
  return execFileSync(process.execPath, ['-e', question], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
  });
}

/** The asks of the book with their head; how many there are is a matter of its height. */
function asksOf(page: Page): Locator {
  return panel(page, 'Order book').getByRole('table', { name: 'Asks' }).getByRole('row');
}

test('a profile is connected by typing a key, survives a restart, and is removed with its secret', async ({
  startFathom,
  dataDir,
}) => {
  const exchange = await startExchange();
  try {
    await withKeyring(async environment => {
      const key = exchange.key('viewer');
      const needles = [key.key, key.secret, key.passphrase];

      const first = await startFathom();
      await connect(first, { name: 'Ada', exchange, key });
      await expect(first.page.getByText('READ-ONLY', { exact: true })).toBeVisible();
      await expect(asksOf(first.page).nth(15)).toBeAttached();
      expect(await findInHeap(first.page, needles)).toEqual([]);
      expect(readKeychain(environment)).toContain(key.secret);
      await first.close();
      expect(findOnDisk(dataDir, needles)).toEqual([]);

      const second = await startFathom();
      await expect(shownProfile(second.page, 'Ada')).toBeVisible();
      await expect(asksOf(second.page).nth(15)).toBeAttached();
      await second.page.getByRole('banner').getByRole('button', { name: /key …/ }).click();
      await second.page.getByRole('button', { name: 'Remove', exact: true }).click();
      await second.page.getByRole('button', { name: 'Remove Ada' }).click();
      const question = await second.nextTrustedPage();
      await expect(question.getByText('its key, secret and passphrase from the keychain of this system')).toBeVisible();
      expect(readKeychain(environment)).toContain(key.secret);
      await clickLast(question.getByRole('button', { name: 'Remove' }));
      await expect(second.page.getByText('PRACTICE', { exact: true })).toBeVisible();
      expect(await findInHeap(second.page, needles)).toEqual([]);
      expect(readKeychain(environment)).not.toContain(key.secret);
      await second.close();
      expect(findOnDisk(dataDir, needles)).toEqual([]);
    });
  } finally {
    await exchange.stop();
  }
});

test('a wrong part of a key is named beside its field, and nothing is stored', async ({ startFathom }) => {
  const exchange = await startExchange();
  try {
    await withKeyring(async environment => {
      const fathom = await startFathom();
      const { page } = fathom;
      const key = exchange.key('viewer');
      const trusted = await typeKey(fathom, { name: 'Ada', exchange, key: { ...key, passphrase: 'not it' } });
      await expect(trusted.getByRole('alert').filter({ hasText: /passphrase/i })).toBeVisible();
      // what was right stays, so that only the wrong piece is typed again
      await expect(trusted.getByLabel('API key')).toHaveValue(key.key);
      expect(readKeychain(environment)).not.toContain(key.secret);
      expect(await findInHeap(page, [key.key, key.secret])).toEqual([]);
      await clickLast(trusted.getByRole('button', { name: 'Cancel' }));
      const sheet = page.getByRole('dialog', { name: 'Connect a profile' });
      await expect(sheet.getByRole('alert')).toContainText('without an answer');
      await fathom.close();
    });
  } finally {
    await exchange.stop();
  }
});

test('a read-only profile rejects a write in the main process even when the page sends it', async ({ startFathom }) => {
  const exchange = await startExchange();
  try {
    await withKeyring(async () => {
      const fathom = await startFathom();
      const { page } = fathom;
      await connect(fathom, { name: 'Ada', exchange, key: exchange.key('trader') });
      const profileId = await activeProfileId(page);
      const order = {
        clientOid: 'hostile-1',
        symbol: 'BTC-USDT',
        side: 'buy',
        type: 'limit',
        price: '1000',
        size: '0.01',
      };
      const margin = { profileId, symbol: 'XBTUSDTM', amount: '10', bizNo: 'hostile-2' };
      const answers = [
        await askDesk(page, 'orders.place', { profileId, order }),
        await askDesk(page, 'positions.addMargin', margin),
        await askDesk(page, 'orders.cancel', { profileId, venue: 'spot', symbol: 'BTC-USDT', orderId: 'any' }),
      ];
      for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { kind: 'read-only' } });
      const active = await hearList(page, profileId, 'spot.orders');
      expect(active).toContain('BTC-USDT');
      expect(active).not.toContain('hostile');
      // before the keyring: the browser lives in the keyring's home
      await fathom.close();
    });
  } finally {
    await exchange.stop();
  }
});

test('a compromised page can ask to lift read-only and never answer', async ({ startFathom }) => {
  const exchange = await startExchange();
  try {
    await withKeyring(async () => {
      const fathom = await startFathom();
      const { page } = fathom;
      await connect(fathom, { name: 'Ada', exchange, key: exchange.key('trader') });
      const profileId = await activeProfileId(page);
      const order = {
        clientOid: 'hostile-3',
        symbol: 'BTC-USDT',
        side: 'buy',
        type: 'limit',
        price: '1000',
        size: '0.01',
      };
      const change = { id: profileId, name: 'Ada', colour: 'blue', isReadOnly: false };
      const lifting = askDesk(page, 'profiles.update', change);
      const trusted = await fathom.nextTrustedPage();
      await expect(trusted.getByRole('heading', { name: 'Allow trading with Ada' })).toBeVisible();
      expect(await askDesk(page, 'profiles.update', change)).toMatchObject({ ok: false, error: { kind: 'declined' } });
      expect(await askDesk(page, 'orders.place', { profileId, order })).toMatchObject({ error: { kind: 'read-only' } });
      await pressLast(trusted, 'Escape');
      expect(await lifting).toMatchObject({ ok: false, error: { kind: 'declined' } });
      expect(await askDesk(page, 'orders.place', { profileId, order })).toMatchObject({ error: { kind: 'read-only' } });

      const allowing = askDesk(page, 'profiles.update', change);
      const second = await fathom.nextTrustedPage();
      await second.getByRole('button', { name: 'Allow trading' }).click();
      await expect(second.getByText('Type Ada to confirm.')).toBeVisible();
      await second.getByLabel('Type Ada to confirm').fill('Ada');
      await pressLast(second, 'Enter');
      expect(await allowing).toMatchObject({ ok: true, value: { isReadOnly: false } });
      await fathom.close();
    });
  } finally {
    await exchange.stop();
  }
});

test('a compromised page that sends 30 orders at once gets at most 20 sent, and cannot raise that limit', async ({
  startFathom,
}) => {
  const fathom = await startFathom();
  const { page } = fathom;
  await expect(page.getByText('PRACTICE', { exact: true })).toBeVisible();
  const profileId = await activeProfileId(page);
  const common = { symbol: 'USDC-USDT', side: 'buy', type: 'limit', price: '0.95', size: '10' };
  const send = async (title: string) => {
    const ordersOf = (call: number) =>
      Array.from({ length: 5 }, (_, row) => ({ ...common, clientOid: `${title}-${call}-${row}` }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, call) =>
        askDesk(page, 'orders.placeBatch', { profileId, mode: 'sync', orders: ordersOf(call) }),
      ),
    );
    return answers.map(answer => JSON.stringify(answer)).filter(text => text.includes('"rate-limited"')).length;
  };
  // a burst that a busy machine spreads over more than a second may hold more: the next one is counted
  let title = '';
  const sendBurst = async () => {
    title = `burst${Number(title.slice(5)) + 1}`;
    expect(await send(title)).toBe(2);
  };
  const oneSecondApart = { intervals: [1_500], timeout: 60_000 };
  await expect(sendBurst).toPass(oneSecondApart);
  const sentRows = async () => {
    const rows = await hearList(page, profileId, 'spot.orders');
    return new Set(rows.match(new RegExp(`${title}-\\d-\\d`, 'g'))).size;
  };
  await expect.poll(sentRows).toBe(20);

  const acts = { perSecond: 1000, perMinute: 10_000 };
  const raising = askDesk(page, 'policy.change', {
    profileId,
    policy: { ...(await readPolicy(page, profileId)), acts },
  });
  const trusted = await fathom.nextTrustedPage();
  await expect(trusted.getByText('1000 (now 20)')).toBeVisible();
  await pressLast(trusted, 'Escape');
  expect(await raising).toMatchObject({ ok: false, error: { kind: 'declined' } });
  await page.waitForTimeout(1000);
  await expect(sendBurst).toPass(oneSecondApart);
  await fathom.close();
});

test('the missing keychain is explained, and memory for this session works', async ({ startFathom, dataDir }) => {
  const exchange = await startExchange();
  const bus = process.env['DBUS_SESSION_BUS_ADDRESS'];
  process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent/bus';
  try {
    const fathom = await startFathom();
    const key = exchange.key('viewer');
    await connect(fathom, { name: 'Guest', exchange, key, isSession: true });
    await expect(fathom.page.getByText('READ-ONLY', { exact: true })).toBeVisible();
    await fathom.close();
    expect(findOnDisk(dataDir, [key.key, key.secret, key.passphrase])).toEqual([]);
    const again = await startFathom();
    await expect(again.page.getByText('PRACTICE', { exact: true })).toBeVisible();
  } finally {
    if (bus === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
    else process.env['DBUS_SESSION_BUS_ADDRESS'] = bus;
    await exchange.stop();
  }
});

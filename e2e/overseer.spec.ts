import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { Page } from 'playwright/test';
import * as z from 'zod/mini';
import { typeKey } from './connect.ts';
import { post, read, type SecondClient } from './second-client.ts';
import { expectAccessible } from './testing/axe.ts';
import { clickLast } from './trusted-keys.ts';
import { keepBothPictures } from './testing/pictures.ts';
import {
  columnOf,
  expect,
  expectWholeBook,
  type FathomUnderTest,
  panel,
  readNumber,
  rowsOf,
  test,
} from './testing/fathom-fixture.ts';

const subUsers = z.object({
  data: z.object({ items: z.array(z.object({ userId: z.string(), subName: z.string() })) }),
});

/** Transfers between wallets of the sub-account, and from the master account to its futures wallet. */
async function moveMoney(master: SecondClient): Promise<void> {
  const { data } = subUsers.parse(await read(master, '/api/v2/sub/user?pageSize=100'));
  const userId = data.items.find(({ subName }) => subName === 'deskalpha')?.userId;
  const move = (body: Readonly<Record<string, unknown>>) =>
    post(master, '/api/v3/accounts/universal-transfer', { clientOid: crypto.randomUUID(), currency: 'USDT', ...body });
  await move({
    type: 'SUB_TO_SUB',
    amount: '1234.5',
    fromUserId: userId,
    fromAccountType: 'MAIN',
    toUserId: userId,
    toAccountType: 'TRADE',
  });
  const toSub = { type: 'PARENT_TO_SUB', fromAccountType: 'MAIN', toUserId: userId };
  await move({ ...toSub, amount: '2000', toAccountType: 'CONTRACT' });
  await move({ ...toSub, amount: '777', toAccountType: 'MAIN' });
}

/**
 * The profile of a sub-account is connected and stays in the background; its trader buys at once, bids below and opens
 * a position.
 */
async function connectTrader(fathom: FathomUnderTest, name: string): Promise<void> {
  const practice = await fathom.practice;
  const labelled = (wanted: string) => {
    const key = practice.keys.find(({ label }) => label === wanted);
    if (key === undefined) throw new Error(`there is no key of a ${wanted}`);
    return key;
  };
  const key = labelled('sub-account');
  await moveMoney({ ...practice, key: labelled('trader') });
  const order = { symbol: 'BTC-USDT', side: 'buy', size: '0.01' };
  await post({ ...practice, key }, '/api/v1/hf/orders', { ...order, clientOid: 'taken', type: 'market' });
  await post({ ...practice, key }, '/api/v1/hf/orders', {
    ...order,
    clientOid: 'rests',
    type: 'limit',
    price: '90000',
  });
  const position = { clientOid: 'opens', symbol: 'SOLUSDTM', side: 'buy', type: 'market', size: 3, leverage: 5 };
  await post({ ...practice, spot: practice.futures, key }, '/api/v1/orders', position);
  const issued = { ...key, version: Number(key.version) };
  await typeKey(fathom, { name, exchange: practice, isOwnExchange: true, key: issued, isSession: true });
  await expect(fathom.page.getByRole('button', { name: `Open ${name}` })).toBeVisible();
  await fathom.page.keyboard.press('Escape');
}

/** Data that only the key of the sub-account can read: its orders, fills and positions, and its transfers. */
async function expectUnlocked(fathom: FathomUnderTest, name: string): Promise<void> {
  const { page } = fathom;
  await rowsOf(page, 'Sub-accounts').filter({ hasText: 'deskalpha' }).click();
  const detail = panel(page, 'Sub-account deskalpha');
  await detail.getByLabel('Profile with its key').selectOption(name);
  await clickLast((await fathom.nextTrustedPage()).getByRole('button', { name: 'Link' }));
  await expect(rowsOf(page, 'Orders of deskalpha').filter({ hasText: 'BTC-USDT' })).toContainText('90,000');
  // the market decides in how many parts it was filled
  await detail.getByRole('button', { name: /^Fills [1-9]/ }).click();
  await expect(rowsOf(page, 'Fills of deskalpha').filter({ hasText: 'BTC-USDT' }).first()).toContainText('Buy');
  await detail.getByRole('button', { name: /^Positions 1/ }).click();
  await expect(rowsOf(page, 'Positions of deskalpha').filter({ hasText: 'SOLUSDTM' })).toContainText('3');
  await detail.getByRole('button', { name: /^Withdrawals 0/ }).click();
  await expect(detail.getByText('No withdrawals in the last 30 days.')).toBeVisible();

  // the two ends of a transfer are one row; a transfer from another account names the other end in words
  await detail.getByRole('button', { name: /^Transfers [1-9]/ }).click();
  const moves = rowsOf(page, 'Transfers of deskalpha');
  await expect(moves.filter({ hasText: '1,234.5' })).toHaveCount(1);
  await expect(moves.filter({ hasText: '1,234.5' })).toHaveText(/main ?trade/);
  await expect(moves.filter({ hasText: '777 USDT' })).toHaveText(/another account of the owner ?main/);
  await expect(moves.filter({ hasText: /MAIN|TRADE|TRANSFER/ })).toHaveCount(0);
}

/** The largest amount on hold: its column is widened, sorts the accounts, opens the detail and is exported. */
async function expectFrozenFound(page: Page): Promise<void> {
  const files = page.getByRole('button', { name: /files of Sub-accounts/ });
  const sheet = page.getByRole('dialog', { name: 'Sub-accounts' });
  const table = page.getByRole('table', { name: 'Sub-accounts' });
  await expect(table.getByRole('columnheader', { name: 'Frozen' })).toHaveCount(0);
  await files.click();
  for (const other of ['Top coins', 'Scope', 'Trend 7 d', 'Δ 1 d'])
    await sheet.getByRole('checkbox', { name: other }).uncheck();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await table.getByRole('button', { name: 'Frozen' }).click();

  const shown = async () => {
    const [names, frozen] = [
      await columnOf(page, 'Sub-accounts', 'Sub-account'),
      await columnOf(page, 'Sub-accounts', 'Frozen'),
    ];
    const rows = await rowsOf(page, 'Sub-accounts').all();
    const cells = await Promise.all(rows.slice(0, 5).map(row => row.locator('td').allTextContents()));
    return cells.map(texts => ({ name: texts[names] ?? '', frozen: readNumber(texts[frozen] ?? '') }));
  };
  await expect(async () => {
    const [most, next] = await shown();
    expect(most?.name).toContain('oldstrategy');
    expect(most?.frozen).toBeGreaterThan(next?.frozen ?? Number.POSITIVE_INFINITY);
  }).toPass({ timeout: 60_000 });
  await rowsOf(page, 'Sub-accounts').first().click();
  await expect(panel(page, 'Sub-account oldstrategy')).toContainText('Frozen after review');
  await expect(rowsOf(page, 'Coins of oldstrategy').first()).toBeVisible();

  // the file has what is shown, in its order, and every account of the list
  await files.click();
  await expect(async () => {
    await sheet.getByRole('button', { name: /^CSV of 110 rows$/ }).click({ timeout: 1000 });
    const written = (await sheet.getByText(/^Written to /).textContent({ timeout: 1000 })) ?? '';
    const text = readFileSync(written.replace('Written to ', ''), 'utf8');
    const { data } = Papa.parse<Readonly<Record<string, string>>>(text, { header: true, skipEmptyLines: true });
    expect(data).toHaveLength(110);
    const inFile = data.map(row => ({
      name: row['name'] ?? '',
      frozen: Math.round(Number(row['frozen']) * 100) / 100,
    }));
    expect(inFile.slice(0, 5)).toEqual(await shown());
    expect(data[0]).toMatchObject({ status: 'frozen', frozen_unit: 'USDT', remarks: 'Frozen after review' });
    expect(Object.keys(data[0] ?? {})).not.toContain('top');
  }).toPass({ timeout: 90_000 });
  await page.keyboard.press('Escape');
}

// the key of the trader is kept in memory: there is no keychain here
let bus: string | undefined;
test.beforeAll(() => {
  bus = process.env['DBUS_SESSION_BUS_ADDRESS'];
  process.env['DBUS_SESSION_BUS_ADDRESS'] = 'unix:path=/nonexistent/bus';
});
test.afterAll(() => {
  if (bus === undefined) delete process.env['DBUS_SESSION_BUS_ADDRESS'];
  else process.env['DBUS_SESSION_BUS_ADDRESS'] = bus;
});

test('the sub-accounts workspace shows the most frozen money and the highest risk, opens an account, exports, and shows changes meanwhile', async ({
  startFathom,
}) => {
  test.setTimeout(480_000);
  const fathom = await startFathom();
  const { page } = fathom;
  await expectWholeBook(page);
  await connectTrader(fathom, 'Alpha');
  await page.getByRole('button', { name: 'Sub-accounts', exact: true }).click();
  const oversight = panel(page, 'Oversight');
  await expect(rowsOf(page, 'Sub-accounts').first()).toBeVisible();
  await expect(oversight.getByText(/of 1\d\d accounts/)).toBeVisible();

  // unknown and invalid figures differ from zero
  await expect(oversight.getByText('migrated data error')).toBeVisible();
  await expect(oversight.getByText('hostedfund no data from the exchange')).toBeVisible();

  // each class of limit has a breach
  await expect(oversight.getByText(/^oldstrategy .* on hold \(limit 25 %\)/)).toBeVisible();
  await expect(oversight.getByText(/^treasury is .* of total \(limit 30 %\)/)).toBeVisible();
  await expect(oversight.getByText(/^stakepool SOL is .* of its value \(limit 80 %\)/)).toBeVisible();

  // the list of the document has main wallets alone: the known part of the others is requested, and shown
  await expect(
    oversight.getByText(/in main \+ trade \+ margin \+ futures .* trade and margin known for 10/),
  ).toBeVisible();
  await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'deskbravo' })).toContainText('main+trd');
  await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'stakepool' })).toContainText('main ?');

  await expectFrozenFound(page);

  // most on hold: sorted by it, the first row, and the arrows move the detail
  await page.getByRole('table', { name: 'Sub-accounts' }).getByRole('button', { name: 'On hold' }).click();
  const held = await columnOf(page, 'Sub-accounts', 'On hold');
  const heldOf = async (row: number) =>
    readNumber((await rowsOf(page, 'Sub-accounts').nth(row).locator('td').nth(held).textContent()) ?? '');
  await expect.poll(async () => (await heldOf(0)) - (await heldOf(1))).toBeGreaterThan(0);
  await rowsOf(page, 'Sub-accounts').first().click();
  await expect(panel(page, 'Sub-account treasury')).toBeVisible();
  await expect(rowsOf(page, 'Coins of treasury').filter({ hasText: 'USDT' })).toContainText('480,000');
  await page.keyboard.press('ArrowDown');
  await expect(panel(page, 'Sub-account treasury')).toHaveCount(0);

  // a rule that names the riskiest of the large ones, and leads to it
  const rule = oversight.getByRole('button', { name: /^coin share ?deskdelta \S+ is .* of its value \(limit 30 %\)/ });
  await expect(rule).toHaveCount(0);
  await oversight.getByRole('button', { name: 'Rules…' }).click();
  await page.getByLabel('Percent').fill('130');
  await expect(page.getByText('A number above 0, at most 100')).toBeVisible();
  await page.getByLabel('Percent').fill('30');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  await rule.click();
  await expect(panel(page, 'Sub-account deskdelta')).toBeVisible();

  // the desks move money all the time: the next snapshots show it, until this user has seen it
  await expect(async () => {
    await oversight.getByRole('button', { name: 'Refresh' }).click();
    await expect(oversight.getByText(/balance change/).first()).toBeVisible({ timeout: 1500 });
  }).toPass({ timeout: 90_000 });
  await expect(oversight.getByText('unseen', { exact: true }).first()).toBeAttached();
  await oversight.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(oversight.getByText('unseen', { exact: true })).toHaveCount(0);

  await expectUnlocked(fathom, 'Alpha');

  // a fund pays back a part of its money every minute
  await expect(async () => {
    await oversight.getByRole('button', { name: 'Refresh' }).click();
    await expect(oversight.getByText(/^yieldfund NAV down .* \(limit 20 %\): net flow/)).toBeVisible({ timeout: 2500 });
  }).toPass({ timeout: 150_000 });

  // totals both ways, and a coin that filters
  const matrix = oversight.getByRole('region', { name: /^Accounts by coins/ });
  await expect(matrix.getByRole('rowheader', { name: 'Total' })).toBeInViewport();
  await matrix.getByRole('button', { name: 'deskbravo' }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Copy row as JSON' })).toBeVisible();
  await page.keyboard.press('Escape');
  await matrix.getByRole('button', { name: 'XRP' }).click();
  await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'deskcharlie' })).toBeVisible();
  await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'treasury' })).toHaveCount(0);
  await oversight.getByRole('button', { name: /Only accounts with XRP/ }).click();
  await expectAccessible(page, 'Oversight');
  for (const tab of ['Treemap', 'Bars']) {
    await oversight.getByRole('tab', { name: tab }).click();
    // the category of a colour filters by it
    const key = oversight.getByRole('list', { name: 'Filter by coin' }).getByRole('button', { name: 'SOL' });
    await key.click();
    await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'deskbravo' })).toHaveCount(0);
    await key.click();
    await expect(rowsOf(page, 'Sub-accounts').filter({ hasText: 'deskbravo' })).toBeVisible();
    await expectAccessible(page, tab, oversight);
  }
  // so does a tile, with its account in the detail
  await oversight.getByRole('tab', { name: 'Treemap' }).click();
  const tile = oversight.getByRole('button', { name: /^deskbravo: / });
  await tile.click();
  // a press is no frame of the keyboard
  await expect(tile).toHaveCSS('outline-style', 'none');
  await expect(panel(page, 'Sub-account deskbravo')).toBeVisible();
  await oversight.getByRole('button', { name: /Only accounts with USDT/ }).click();
  // colours are there at once, and not on their way
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expectAccessible(page, 'light');
  for (const [width, height] of [
    [1100, 700],
    [1440, 900],
    [2560, 1440],
  ] as const) {
    await page.setViewportSize({ width, height });
    await keepBothPictures(page, 'overseer');
  }
});

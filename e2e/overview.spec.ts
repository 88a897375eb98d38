import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { connect, shownProfile } from './connect.ts';
import { startExchange } from './exchange-process.ts';
import { withKeyring } from './keyring.ts';
import { post, read, type SecondClient } from './second-client.ts';
import { checkIn } from './testing/axe.ts';
import { expect, type FathomUnderTest, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepPicture } from './testing/pictures.ts';
import { uglySpots } from './testing/ugly-spots.ts';

/** The workspace to begin a day with, with what the exchange tells there. */
async function openOverview(page: Page): Promise<void> {
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  await page.keyboard.press('Alt+4');
  await expect(panel(page, 'Attention').getByText('Everything was looked at')).toBeVisible();
  await expect(rowsOf(page, 'Endpoints of the exchange').first()).toBeVisible();
  await expect(rowsOf(page, 'What each open panel costs').filter({ hasText: 'Overview' })).toBeVisible();
}

/** Another program with a key of the same account. */
async function otherProgram(fathom: FathomUnderTest) {
  const { spot, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  return { spot, headerPrefix, key };
}

test('a monitor’s morning: what there is, what deserves a look, what changed, and what a move would do', async ({
  startFathom,
}) => {
  const fathom = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = fathom;
  await openOverview(page);
  const value = panel(page, 'Value');
  await expect(value.getByText('USDT', { exact: true })).toHaveCount(4);
  await expect(value.getByText(/10\d of 110 accounts .* the master account is not in it/)).toBeVisible();
  await value.getByLabel('Value in').selectOption('BTC');
  await expect(value.getByText(/^\d+\.\d{6} BTC$/)).toHaveCount(3);

  // the worst first, with what to do, and a press that leads there
  const attention = panel(page, 'Attention').getByRole('listitem');
  await expect(attention.first()).toContainText(/liquidation.*XRPUSDTM .* % from liquidation.*Add margin/);
  await expect(attention.filter({ hasText: '1,900 USDT' })).toContainText('stuck');
  await expect(attention.filter({ hasText: 'rule: desk' })).toContainText('treasury');
  await attention.first().getByRole('button').click();
  await expect(page.getByRole('dialog', { name: /XRPUSDTM/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // another program buys meanwhile: it is told until this user has seen it, and once
  const away = panel(page, 'While you were away');
  const order = { clientOid: 'morning', symbol: 'ETH-USDT', side: 'buy', type: 'market', size: '0.5' };
  await post(await otherProgram(fathom), '/api/v1/hf/orders', order);
  await expect(away.getByRole('listitem').filter({ hasText: 'Bought 0.5 ETH-USDT' })).toBeVisible();
  await away.getByRole('button', { name: 'Mark seen' }).click();
  await expect(away.getByText('Bought 0.5 ETH-USDT')).toHaveCount(0);

  // two venues have paths of one name: which of them a row is about stays in sight
  const endpoints = page.getByRole('table', { name: 'Endpoints of the exchange' });
  await expect(endpoints.getByRole('columnheader', { name: 'Venue' })).toBeVisible();

  // what asking costs, and what one more panel would
  const budget = panel(page, 'Budget planner');
  await expect(budget.getByRole('row', { name: /^management/ })).toContainText('nothing waits');
  await budget.getByLabel('Panel to open').selectOption('Trades');
  await expect(budget.getByText(/about public \d+ a minute more/)).toBeVisible();

  await panel(page, 'Attention')
    .getByRole('button', { name: /treasury is/ })
    .click();
  await expect(panel(page, 'Sub-account treasury')).toBeVisible();
  await page.keyboard.press('Alt+2');
  const shocks = page.getByRole('table', { name: 'What moves of prices do to the desk' });
  await expect(shocks.getByRole('row', { name: /^XRP/ })).toContainText('gone');
});

test('the overview is cut nowhere and can be read by everyone', async ({ startFathom }) => {
  const { page } = await startFathom({ size: { width: 1440, height: 900 } });
  await openOverview(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of ['dark', 'light'] as const) {
    for (const [width, height] of [
      [1100, 700],
      [1440, 900],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expect.poll(() => uglySpots(page), `${width}, ${theme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await keepPicture(page, 'overview');
    }
    await checkIn(theme)(page, theme);
    await page.getByRole('button', { name: /^Theme/ }).click();
  }
});

/** Lets everybody have left this Fathom, which is closed, so long ago. */
function leaveEarlier(dataDir: string, hours: number): void {
  const file = join(dataDir, 'presence.json');
  const earlier = readFileSync(file, 'utf8').replaceAll(
    /"hereAtMs": ?(\d+)/gu,
    (_, atMs) => `"hereAtMs": ${Number(atMs) - hours * 3_600_000}`,
  );
  writeFileSync(file, earlier);
}

interface SubUsers {
  readonly data: {
    readonly items: readonly { readonly userId: string; readonly subName: string; readonly status: number }[];
  };
}

/** Another program gives a sub-account money; answers its name. */
async function payClient(account: SecondClient, amount: string): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the documented answer; a test fails loudly if it lies
  const users = (await read(account, '/api/v2/sub/user?currentPage=1&pageSize=100')) as SubUsers;
  const client = users.data.items.find(({ subName, status }) => subName.startsWith('client') && status === 2);
  if (client === undefined) throw new Error('there is no client');
  await post(account, '/api/v3/accounts/universal-transfer', {
    clientOid: crypto.randomUUID(),
    type: 'PARENT_TO_SUB',
    currency: 'USDT',
    amount,
    fromAccountType: 'MAIN',
    toUserId: client.userId,
    toAccountType: 'MAIN',
  });
  return client.subName;
}

test('who closes Fathom in the evening sees what the night brought, without having pressed anything', async ({
  startFathom,
}) => {
  // Fathom starts twice, with a keyring
  test.slow();
  const exchange = await startExchange();
  try {
    await withKeyring(async () => {
      const key = exchange.key('trader');
      const { spot, headerPrefix } = exchange;
      const evening = await startFathom();
      await connect(evening, { name: 'Ada', exchange, key });
      await expect(rowsOf(evening.page, 'Futures positions').first()).toBeVisible();
      await evening.page.keyboard.press('Alt+4');
      await expect(panel(evening.page, 'While you were away').getByLabel('Since when')).toContainText('opened');
      await expect(panel(evening.page, 'Value').getByText(/10\d of 110 accounts/)).toBeVisible();
      await evening.close();
      leaveEarlier(evening.dataDir, 14);
      const account = { spot, headerPrefix, key: { ...key, version: `${key.version}` } };
      const order = { clientOid: crypto.randomUUID(), symbol: 'ETH-USDT', side: 'buy', type: 'market', size: '0.5' };
      await post(account, '/api/v1/hf/orders', order);
      const client = await payClient(account, '5000');

      const { page } = await startFathom();
      await expect(shownProfile(page, 'Ada')).toBeVisible();
      // the workspace is that of the evening
      const away = panel(page, 'While you were away');
      await expect(away.getByRole('listitem').filter({ hasText: 'Bought 0.5 ETH-USDT' })).toBeVisible();
      await expect(away.getByRole('listitem').filter({ hasText: `${client} balance change` })).toContainText('+5,000');
      await expect(away.getByLabel('Since when').locator('option:checked')).toContainText('then away for 14 h');
      await away.getByRole('button', { name: 'Mark seen' }).click();
      await expect(away.getByText('Bought 0.5 ETH-USDT')).toHaveCount(0);
      await expect(away.getByLabel('Since when').locator('option:checked')).toContainText('marked seen');

      // the session and what was seen of it outlive a reload
      await page.keyboard.press('Alt+3');
      const which = panel(page, 'Changes').getByLabel('Which changes');
      await expect(which.getByText(/^last close /)).toHaveCount(1);
      const session = await which.getByText(/^session start /).textContent();
      await page.reload();
      // two starts and a reload at once have spent half of the pool: lists of sub-accounts wait for the next half minute
      await expect(panel(page, 'Changes').getByText(`${client} balance change`)).toBeVisible({ timeout: 60_000 });
      await expect(which.getByText(session ?? '', { exact: true })).toHaveCount(1);
      await which.selectOption({ label: (await which.getByText(/^last close /).textContent()) ?? '' });
      await expect(panel(page, 'Changes').getByText(`${client} balance change`)).toBeVisible();
    });
  } finally {
    await exchange.stop();
  }
});

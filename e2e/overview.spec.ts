import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { connect, shownProfile } from './connect.ts';
import { startExchange } from './exchange-process.ts';
import { withKeyring } from './keyring.ts';
import { payClient, post } from './second-client.ts';
import { checkIn } from './testing/axe.ts';
import { expect, type FathomUnderTest, panel, rowsOf, test } from './testing/fathom-fixture.ts';
import { keepPicture } from './testing/pictures.ts';
import { findLayoutDefects } from './testing/layout-defects.ts';

/** The workspace for the start of a day, with the data of the exchange there. */
async function openOverview(page: Page): Promise<void> {
  await expect(rowsOf(page, 'Futures positions').first()).toBeVisible();
  await page.keyboard.press('Alt+4');
  await expect(panel(page, 'Attention').getByText('All checks completed')).toBeVisible();
  await expect(rowsOf(page, 'Endpoints of the exchange').first()).toBeVisible();
  await expect(rowsOf(page, 'Usage of each open panel').filter({ hasText: 'Overview' })).toBeVisible();
}

/** Another program with a key of the same account. */
async function otherProgram(fathom: FathomUnderTest) {
  const { spot, headerPrefix, keys } = await fathom.practice;
  const key = keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  return { spot, headerPrefix, key };
}

test('the overview workspace shows assets, alerts, changes, and the effect of a price move', async ({
  startFathom,
}) => {
  const fathom = await startFathom({ size: { width: 1440, height: 900 } });
  const { page } = fathom;
  await openOverview(page);
  const value = panel(page, 'Value');
  await expect(value.getByText('USDT', { exact: true })).toHaveCount(4);
  await expect(value.getByText(/1\d\d of 11\d accounts .* master account not included/)).toBeVisible();
  // the total is of one moment: after a slow start, that of the next reading of the sub-accounts
  await expect(value.getByText(/both as of/)).toBeVisible({ timeout: 90_000 });
  await value.getByLabel('Value in').selectOption('BTC');
  await expect(value.getByText(/^\d+\.\d{6} BTC$/)).toHaveCount(3);

  // the worst first, with what to do, and a press that leads there
  const attention = panel(page, 'Attention').getByRole('listitem');
  await expect(attention.first()).toContainText(/liquidation.*XRPUSDTM .* % from liquidation.*Add margin/);
  await expect(attention.filter({ hasText: '1,900 USDT' })).toContainText('overdue');
  await expect(attention.filter({ hasText: 'limit: of total' })).toContainText('treasury');
  await attention.first().getByRole('button').click();
  await expect(page.getByRole('dialog', { name: /XRPUSDTM/ })).toBeVisible();
  await page.keyboard.press('Escape');

  // another program buys meanwhile: it is shown until this user has seen it, and once
  const away = panel(page, 'Activity since');
  const order = { clientOid: 'morning', symbol: 'ETH-USDT', side: 'buy', type: 'market', size: '0.5' };
  await post(await otherProgram(fathom), '/api/v1/hf/orders', order);
  await expect(away.getByRole('listitem').filter({ hasText: 'Bought 0.5 ETH-USDT' })).toBeVisible();
  await away.getByRole('button', { name: 'Acknowledge', exact: true }).click();
  await expect(away.getByText('Bought 0.5 ETH-USDT')).toHaveCount(0);

  // two venues have paths of one name: which of them a row is about stays in sight
  const endpoints = page.getByRole('table', { name: 'Endpoints of the exchange' });
  await expect(endpoints.getByRole('columnheader', { name: 'Venue' })).toBeVisible();

  // what asking costs, and what one more panel would
  const budget = panel(page, 'Rate-limit usage');
  await expect(budget.getByRole('row', { name: /^management/ })).toContainText('nothing waits');
  await budget.getByLabel('Panel to open').selectOption('Trades');
  await expect(budget.getByText(/about public \d+ more per minute/)).toBeVisible();

  await panel(page, 'Attention')
    .getByRole('button', { name: /treasury is/ })
    .click();
  await expect(panel(page, 'Sub-account treasury')).toBeVisible();
  await page.keyboard.press('Alt+2');
  const shocks = page.getByRole('table', { name: 'Effect of price moves on all accounts' });
  await expect(shocks.getByRole('row', { name: /^XRP/ })).toContainText(/\d liq\./);
});

test('the overview is not cut and is readable', async ({ startFathom }) => {
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
      await expect.poll(() => findLayoutDefects(page), `${width}, ${theme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await keepPicture(page, 'overview');
    }
    await checkIn(theme)(page, theme);
    await page.getByRole('button', { name: /^Theme/ }).click();
  }
});

test('high contrast of the system outlines the chosen workspace', async ({ startFathom }) => {
  const { page } = await startFathom();
  // no background shows which workspace is chosen
  const chosen = page.locator('.workspace-choice[aria-current]');
  await expect(chosen).toHaveCSS('outline-style', 'none');
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(chosen).toHaveCSS('outline-style', 'solid');
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

test('the overview shows after a night what happened while Fathom was closed, without a click', async ({
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
      await expect(panel(evening.page, 'Activity since').getByLabel('Start time')).toContainText('opened');
      await expect(panel(evening.page, 'Value').getByText(/1\d\d of 11\d accounts/)).toBeVisible();
      await evening.close();
      leaveEarlier(evening.dataDir, 14);
      const account = { spot, headerPrefix, key: { ...key, version: `${key.version}` } };
      const order = { clientOid: crypto.randomUUID(), symbol: 'ETH-USDT', side: 'buy', type: 'market', size: '0.5' };
      await post(account, '/api/v1/hf/orders', order);
      const client = await payClient(account, '5000');

      const { page } = await startFathom();
      await expect(shownProfile(page, 'Ada')).toBeVisible();
      // the workspace is that of the evening
      const away = panel(page, 'Activity since');
      await expect(away.getByRole('listitem').filter({ hasText: 'Bought 0.5 ETH-USDT' })).toBeVisible();
      // two starts have spent much of the pool: lists of sub-accounts may wait for the next half minute
      const change = away.getByRole('listitem').filter({ hasText: `${client} balance change` });
      await expect(change).toContainText('+5,000', { timeout: 60_000 });
      await expect(away.getByLabel('Start time').locator('option:checked')).toContainText('then away for 14 h');
      await away.getByRole('button', { name: 'Acknowledge', exact: true }).click();
      await expect(away.getByText('Bought 0.5 ETH-USDT')).toHaveCount(0);
      await expect(away.getByLabel('Start time').locator('option:checked')).toContainText('acknowledged');

      // the session and what was seen of it outlive a reload
      await page.keyboard.press('Alt+3');
      const which = panel(page, 'Changes').getByLabel('Change filter');
      await expect(which.getByText(/^last close /)).toHaveCount(1);
      const session = await which.getByText(/^first read /).textContent();
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

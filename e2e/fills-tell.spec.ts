import { connect, shownProfile } from './connect.ts';
import { startExchange } from './exchange-process.ts';
import { withKeyring } from './keyring.ts';
import { post } from './second-client.ts';
import { expect, openTab, rowsOf, test } from './testing/fathom-fixture.ts';

const market = { symbol: 'XBTUSDTM', side: 'buy', type: 'market', leverage: 5 };

test('a fill of another program is told once, and what was filled while away once at the next start', async ({
  startFathom,
}) => {
  // Fathom starts three times, with a keyring
  test.slow();
  const exchange = await startExchange();
  try {
    await withKeyring(async () => {
      const key = exchange.key('trader');
      const account = {
        spot: exchange.futures,
        headerPrefix: exchange.headerPrefix,
        key: { ...key, version: `${key.version}` },
      };
      const order = (size: number) =>
        post(account, '/api/v1/orders', { ...market, size, clientOid: crypto.randomUUID() });
      const first = await startFathom();
      await connect(first, { name: 'Ada', exchange, key });
      await openTab(first.page, 'Fills');
      await expect(rowsOf(first.page, 'Recent fills').first()).toBeVisible();
      const messages = first.page.getByRole('log', { name: 'Messages' });
      await order(7);
      const told = messages.getByText(/^Bought 7 (of 7 )?lots XBTUSDTM at /u);
      await expect(told).toHaveCount(1, { timeout: 10_000 });
      // what was looked at is written down within a second
      await expect(told).toHaveCount(0, { timeout: 20_000 });
      await first.close();
      await order(3);

      const second = await startFathom();
      await expect(shownProfile(second.page, 'Ada')).toBeVisible();
      const away = (page: typeof second.page) =>
        page.getByRole('log', { name: 'Messages' }).getByText(/^While you were away/u);
      await expect(away(second.page)).toContainText('1 order was filled, in whole or in part: Bought 3 lots XBTUSDTM');
      await openTab(second.page, 'Fills');
      await second.page.getByRole('button', { name: 'Sounds of fills' }).click();
      await second.page.getByRole('menuitemcheckbox', { name: 'Resting orders: soft' }).click();
      await second.page.getByRole('button', { name: 'Dismiss' }).first().click();
      await second.page.waitForTimeout(2500);
      await second.close();

      const third = await startFathom();
      await expect(shownProfile(third.page, 'Ada')).toBeVisible();
      await openTab(third.page, 'Fills');
      await third.page.getByRole('button', { name: 'Sounds of fills' }).click();
      await expect(third.page.getByRole('menuitemcheckbox', { name: 'Resting orders: soft' })).toBeChecked();
      await expect(third.page.getByRole('menuitemcheckbox', { name: 'Orders that take: off' })).toBeChecked();
      await third.page.keyboard.press('Escape');
      await expect(rowsOf(third.page, 'Recent fills').first()).toBeVisible();
      await third.page.waitForTimeout(2000);
      await expect(away(third.page)).toHaveCount(0);
    });
  } finally {
    await exchange.stop();
  }
});

import { connect, shownProfile } from './connect.ts';
import { startExchange } from './exchange-process.ts';
import { withKeyring } from './keyring.ts';
import { post } from './second-client.ts';
import { expect, openTab, rowsOf, test } from './testing/fathom-fixture.ts';
import { expectStored, seenFillMs } from './testing/stored.ts';

/** The clock of the exchange may be so much behind that of the test. */
const mostDriftMs = 1000;

/** The newest fill that was reported is stored: the next start does not report it again. */
const expectSeen = (fathom: { readonly dataDir: string }, sentAtMs: number) =>
  expect.poll(() => seenFillMs(fathom, 'futures')).toBeGreaterThan(sentAtMs - mostDriftMs);

const market = { symbol: 'XBTUSDTM', side: 'buy', type: 'market', leverage: 5 };

test('a fill of another program is published once, and a fill while Fathom was closed once at the next start', async ({
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
      const sentAtMs = Date.now();
      await order(7);
      const toast = messages.getByText(/^Bought 7 (of 7 )?lots XBTUSDTM at /u);
      await expect(toast).toHaveCount(1);
      await expectSeen(first, sentAtMs);
      await expect(toast).toHaveCount(0);
      await first.close();
      const sentAwayAtMs = Date.now();
      await order(3);

      const second = await startFathom();
      await expect(shownProfile(second.page, 'Ada')).toBeVisible();
      const away = (page: typeof second.page) =>
        page.getByRole('log', { name: 'Messages' }).getByText(/^Activity since your last session/u);
      await expect(away(second.page)).toContainText('1 order was filled, in whole or in part: Bought 3 lots XBTUSDTM');
      await openTab(second.page, 'Fills');
      await second.page.getByRole('button', { name: 'Sounds of fills' }).click();
      await second.page.getByRole('menuitemcheckbox', { name: 'Resting orders: soft' }).click();
      await second.page.getByRole('button', { name: 'Dismiss' }).first().click();
      await expectStored(second, 'settings.json', /"fillSounds":\{[^}]*"rested":"soft"/);
      await expectSeen(second, sentAwayAtMs);
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

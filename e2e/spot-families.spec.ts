import type { Page } from 'playwright/test';
import { connect } from './connect.ts';
import { activeProfileId, askDesk } from './desk-calls.ts';
import { post } from './second-client.ts';
import { expect, openTab, panel, rowsOf, test } from './testing/fathom-fixture.ts';

const families = {
  hf: { place: '/api/v1/hf/orders', lists: 'the high-frequency lists of', kind: 'a high-frequency spot account' },
  classic: { place: '/api/v1/orders', lists: 'the classic list;', kind: 'a classic spot account' },
} as const;

/** How many rows a table has, in sight or not. */
async function countOf(page: Page, name: string): Promise<number> {
  return Number(await page.getByRole('table', { name }).getAttribute('aria-rowcount')) - 1;
}

for (const label of ['hf', 'classic'] as const) {
  test(`an account of the ${label} family shows all its orders and fills, and the kill switch cancels them`, async ({
    startFathom,
  }) => {
    const fathom = await startFathom();
    const { page } = fathom;
    const practice = await fathom.practice;
    const key = practice.keys.find(each => each.label === label);
    if (key === undefined) throw new Error(`there is no key ${label}`);
    const { place, lists, kind } = families[label];
    const issued = { ...key, version: Number(key.version) };
    const connection = { name: `Family ${label}`, exchange: practice, isOwnExchange: true, key: issued } as const;
    await connect(fathom, { ...connection, mayTrade: true, isSession: true });

    await openTab(page, 'Open orders');
    await expect.poll(() => countOf(page, 'Open orders')).toBe(13);
    const state = panel(page, 'Open orders').locator('.age').first();
    await expect(state).toHaveAttribute('title', new RegExp(`${lists}.*${kind}`, 'su'));
    await openTab(page, 'Fills');
    await expect.poll(() => countOf(page, 'Fills')).toBe(5);

    const order = { symbol: 'ETH-USDT', side: 'sell', type: 'limit', size: '0.777' };
    const { bestAsk } = await priceOf(practice.spot);
    const price = (bestAsk * 1.05).toFixed(1);
    await post({ ...practice, key }, place, { ...order, price, clientOid: `second-${label}` });
    await openTab(page, 'Open orders');
    await expect.poll(() => countOf(page, 'Open orders')).toBe(14);

    const profileId = await activeProfileId(page);
    await askDesk(page, 'killSwitch.fire', { profileId });
    const report = page.getByRole('region', { name: 'Kill switch report' });
    await expect(report).toContainText('14 orders cancelled', { timeout: 60_000 });
    await expect(rowsOf(page, 'Open orders')).toHaveCount(0);
  });
}

async function priceOf(spot: string): Promise<{ readonly bestAsk: number }> {
  const response = await fetch(`${spot}/api/v1/market/orderbook/level1?symbol=ETH-USDT`);
  const text = await response.text();
  return { bestAsk: Number(/"bestAsk":"?([\d.]+)/u.exec(text)?.[1]) };
}

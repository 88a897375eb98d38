import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildBalance } from '#shared/testing/build-balance.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { reachesOf } from '#lib/orders/position-reach.ts';
import { fittingColumns, withMarkColumn } from '#ui/table/column.ts';
import { positionColumns } from './position-columns.tsx';
import { PositionsPanel } from './positions-panel.tsx';

afterEach(cleanup);

const nothingKnown = reachesOf({ positions: [], contracts: new Map(), freeOf: () => null });
const known = {
  profileId: 'practice',
  stops: [],
  equityOf: () => null,
  reachOf: nothingKnown,
  positions: [],
  contracts: new Map(),
  expiryOf: () => null,
};
const columns = positionColumns(known);

it('position row states when a contract expires within a week, beside its name', () => {
  const expiring = positionColumns({ ...known, expiryOf: () => Date.now() + 3 * 86_400_000 + 60_000 });
  const name = (all: typeof columns) => render(<>{all[0]?.render(buildPosition())}</>).container.textContent;
  expect(name(expiring)).toContain('expires in 3 d');
  expect(name(columns)).not.toContain('expires');
});

const keysIn = (roomPx: number) => fittingColumns(withMarkColumn(columns, true), roomPx).map(({ key }) => key);

it('position row keeps size and liquidation price beside the ticket, and PnL in a wider window', () => {
  // what is left of the panel for columns in windows of 1280 and 1440
  expect(keysIn(312)).toEqual(['symbol', 'quantity', 'liquidation']);
  expect(keysIn(430)).toEqual(['symbol', 'quantity', 'liquidation', 'pnl']);
});

it('position row shows the risk columns at the usual width, and all in the whole window', () => {
  // what is left for columns in a window of 1440: of the panel where it usually is, and of the whole window
  expect(keysIn(676)).toEqual(['symbol', 'quantity', 'mark', 'liquidation', 'distance', 'cover', 'pnl']);
  expect(keysIn(1270)).toEqual(
    expect.arrayContaining(['ratio', 'notional', 'headroom', 'funding', 'breakEven', 'entry', 'mark', 'adl']),
  );
});

const position = buildPosition({ quantity: '-10', averageEntryPrice: '50000', markPrice: '50000', markValue: '-500' });
const contract = buildFuturesContract({
  fundingFeeRate: '0.0001',
  predictedFundingFeeRate: '0.0002',
  nextFundingInMs: 2 * 3_600_000 + 5 * 60_000 + 30_000,
});

it('position row shows that break-even and funding are loading, not unknown', async () => {
  const desk = installFakeDesk({
    'contracts.read': always(contract),
    'contracts.list': always([contract]),
    'accounts.marketFee': () => new Promise<never>(() => {}),
  });
  serveAccount(desk, { positions: [position], balances: [] });
  renderPage(<PositionsPanel profile={buildProfile()} />);
  const table = await screen.findByRole('table', { name: 'Futures positions' });
  expect(within(table).getAllByTitle('Loading').length).toBeGreaterThan(0);
  expect(await screen.findByText('in 2:05')).toBeTruthy();
  // the fee is still on its way
  expect(within(table).getAllByTitle('Loading')).toHaveLength(1);
});

async function cellsOf(shown = position): Promise<string> {
  const desk = installFakeDesk({
    'contracts.read': always(contract),
    'contracts.list': always([contract]),
    'accounts.marketFee': always({ takerFeeRate: '0.0006', makerFeeRate: '0.0002' }),
  });
  serveAccount(desk, {
    positions: [shown],
    balances: [buildBalance({ wallet: 'futures', currency: 'USDT', total: '150.33' })],
  });
  renderPage(<PositionsPanel profile={buildProfile()} />);
  await screen.findByText('in 2:05');
  const table = screen.getByRole('table', { name: 'Futures positions' });
  return within(table).getAllByRole('row')[1]?.textContent ?? '';
}

it('position row shows break-even with fees, and the next funding with its time', async () => {
  const text = await cellsOf();
  // a short: 50 000 × 0.9994 ÷ 1.0006, down to the tick
  expect(text).toContain('49,940.0+0.05');
  // 10 × 0.001 × 50 000 × 0.0001, which longs pay
  expect(text).toContain('+0.05 in 2:05');
});

it('position row of a cross position has the ratio of its wallet, about, and no headroom', async () => {
  // no price can liquidate it: its wallet has a ratio all the same
  const cross = { marginMode: 'cross', liquidationPrice: null, maintenanceMargin: null, riskLimit: null } as const;
  const margins = { positionCost: '-500', initialMargin: '50', maintenanceMarginRate: '0.005' } as const;
  expect(await cellsOf({ ...position, ...cross, ...margins })).toContain('≈1.9 %');
});

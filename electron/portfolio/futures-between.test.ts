import { describe, expect, it } from 'vitest';
import { sum } from '#shared/decimal.ts';
import type { Portfolio, PortfolioQuestion } from '#shared/domain/portfolio/portfolio.ts';
import { succeed } from '#shared/errors.ts';
import type { CoverageLine } from '#archive/archive-store.ts';
import { createPortfolioEngine } from './portfolio-engine.ts';
import {
  archiveOf,
  buildBalance,
  buildRow,
  buildSnapshot,
  coverLedgers,
  createFakePast,
  createPriceExchange,
  type FakePast,
  minuteMs,
  t0,
} from './testing/fake-past.ts';

const futures = { wallet: 'futures' } as const;
const contract = { symbol: 'XBTUSDTM', multiplier: '0.001', isInverse: false, settleCurrency: 'USDT' } as const;
const position = {
  symbol: 'XBTUSDTM',
  positionSide: null,
  lots: '100',
  entryPrice: '60000',
  markPrice: null,
  settleCurrency: 'USDT',
} as const;
const question: PortfolioQuestion = {
  profileId: 'p',
  owner: '',
  fromMs: null,
  toMs: null,
  currency: 'USDT',
  timeZone: 'UTC',
  method: 'average',
};

function coverFills(toMs: number): CoverageLine {
  const coverage = { startMs: t0, sealed: [{ fromMs: t0, toMs: t0 + toMs }], read: [], gaps: [] };
  return { accountId: 1, stream: 'futures-fills', symbol: '', coverage, lastReadAtMs: t0, deleted: null };
}

/** 100 lots are held at 60000; 50 USDT come in at 62000; 40 lots are sold at 63000; the end is at 64000. */
function buildPast(): FakePast {
  const fill = {
    symbol: 'XBTUSDTM',
    side: 'sell',
    price: '63000',
    size: '40',
    fee: '1.5',
    currency: 'USDT',
    tradeId: '1',
  };
  const deposit = { kind: 'DEPOSIT', side: 'in', currency: 'USDT', amount: '50', wallet: 'MAIN' };
  const before = buildBalance('USDT', '1100', { ...futures, unrealised: '100' });
  const after = buildBalance('USDT', '1358.5', { ...futures, unrealised: '240' });
  return createFakePast({
    rows: {
      ledger: [buildRow('1', 2 * minuteMs, deposit)],
      'futures-fills': [buildRow('2', 3 * minuteMs, fill)],
    },
    snapshots: [
      buildSnapshot(0, [before], { positions: [{ ...position, unrealised: '100' }] }),
      buildSnapshot(4 * minuteMs, [after, buildBalance('USDT', '50')], {
        positions: [{ ...position, lots: '60', unrealised: '240' }],
      }),
    ],
    lines: [...coverLedgers(0, 4 * minuteMs), coverFills(4 * minuteMs)],
  });
}

async function read(past: FakePast, change: Partial<PortfolioQuestion> = {}): Promise<Portfolio> {
  const exchange = createPriceExchange({ XBTUSDTM: { 0: '61000', 2: '62000', 3: '63000', 4: '64000' } });
  const source = { ...exchange.source, contracts: () => Promise.resolve(succeed([contract])) };
  const engine = createPortfolioEngine({ archive: archiveOf(past), archiveVersion: () => 0 });
  const answer = await engine.read({ ...question, ...change }, source);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

function partsOf({ parts }: Portfolio) {
  return Object.fromEntries(parts.filter(({ value }) => value !== '0').map(({ part, value }) => [part, value]));
}

describe('futures positions between snapshots', () => {
  it('add their results and the change of unrealised PnL to the price, without a rest', async () => {
    const portfolio = await read(buildPast());
    expect([portfolio.start, portfolio.end]).toEqual(['1100', '1408.5']);
    // 40 lots × 0.001 × 3000 = 120, and unrealised 100 → 240
    expect(partsOf(portfolio)).toEqual({ price: '260', fees: '-1.5', in: '50' });
    expect(sum(Object.values(partsOf(portfolio)))).toBe('308.5');
  });

  it('futures positions between snapshots are valued by the closes of their contract, so that a flow does not break the return', async () => {
    const portfolio = await read(buildPast());
    expect(portfolio.timeWeighted.fromMs).toBe(t0);
    const half = await read(buildPast(), { toMs: t0 + 2.5 * minuteMs });
    // 1000 + 50, and 100 lots × 0.001 × 2000 unrealised
    expect([half.end, half.curve.at(-1)?.source]).toEqual(['1250', 'ledger']);
    const sold = await read(buildPast(), { toMs: t0 + 3.5 * minuteMs });
    // 120 are realised and 60 lots × 0.001 × 3000 are unrealised
    expect(sold.end).toBe('1348.5');
  });

  it('futures positions between snapshots are not derived while fills are unknown', async () => {
    const past = buildPast();
    past.lines = coverLedgers(0, 4 * minuteMs);
    const portfolio = await read(past, { toMs: t0 + 2.5 * minuteMs });
    expect(portfolio.end).toBe('1100');
    expect((await read(past)).timeWeighted.fromMs).toBe(t0 + 4 * minuteMs);
  });

  it('have their own row of results', async () => {
    const { markets } = await read(buildPast());
    expect(markets.find(({ kind }) => kind === 'contract')).toMatchObject({
      name: 'XBTUSDTM',
      realised: '120',
      unrealised: '240',
      fees: '-1.5',
      carry: '0',
      quantity: '60',
    });
  });
});

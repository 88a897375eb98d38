import { type Decimal, sum } from '../../decimal.ts';
import { openResult } from '../pools/pool.ts';
import type { PoolsResult } from '../pools/pool-results.ts';
import type { PriceLookup } from '../pools/trade-legs.ts';
import type { CoinChange, DebtChange, ExternalFlow, OpeningBalance, OwnMove, SpotTrade } from '../rows/pool-row.ts';

/** For tests: what every row has, of account `main`; the id is its minute. */
function buildStamp(minute: number) {
  return { account: 'main', atMs: minute * 60_000, stream: 'ledger', id: String(minute) };
}

/** For tests: nothing held and nothing owed of BTC, at the market value. */
export function buildOpening(overrides: Partial<OpeningBalance> = {}): OpeningBalance {
  return { ...buildStamp(0), kind: 'opening', coin: 'BTC', held: '0', owed: '0', cost: null, ...overrides };
}

/** For tests: a purchase of BTC for USDT without a fee, in a minute. */
export function buildTrade(minute: number, overrides: Partial<SpotTrade> = {}): SpotTrade {
  return {
    ...buildStamp(minute),
    kind: 'trade',
    tradeId: String(minute),
    base: 'BTC',
    quote: 'USDT',
    side: 'buy',
    size: '1',
    funds: '60000',
    fee: '0',
    feeCoin: 'USDT',
    ...overrides,
  };
}

/** For tests: a loan of one BTC. */
export function buildDebt(minute: number, overrides: Partial<DebtChange> = {}): DebtChange {
  return { ...buildStamp(minute), kind: 'borrow', coin: 'BTC', amount: '1', ...overrides };
}

/** For tests: a fee in BTC. */
export function buildChange(minute: number, overrides: Partial<CoinChange> = {}): CoinChange {
  return { ...buildStamp(minute), kind: 'change', reason: 'fee', coin: 'BTC', amount: '-0.0005', ...overrides };
}

/** For tests: a deposit of one BTC at the market value. */
export function buildFlow(minute: number, overrides: Partial<ExternalFlow> = {}): ExternalFlow {
  return { ...buildStamp(minute), kind: 'in', coin: 'BTC', amount: '1', cost: null, ...overrides };
}

/** For tests: both legs of a transfer of BTC from account `main` to account `sub`. */
export function buildMove(minute: number, overrides: Partial<OwnMove> = {}): readonly [OwnMove, OwnMove] {
  const leg = { ...buildStamp(minute), coin: 'BTC', amount: '1', transferId: `t${minute}`, ...overrides } as const;
  return [
    { ...leg, kind: 'move-out' },
    { ...leg, kind: 'move-in', account: 'sub', id: `${minute}5` },
  ];
}

/** For tests: prices by minute, each valid until the next. */
export function buildPrices(prices: Readonly<Record<string, Readonly<Record<number, Decimal>>>>): PriceLookup {
  return (coin, atMs) => {
    const known = Object.entries(prices[coin] ?? {}).filter(([minute]) => Number(minute) * 60_000 <= atMs);
    return known.at(-1)?.[1] ?? null;
  };
}

/** For tests: the open gain of a coin over all accounts. */
export function openGain(result: PoolsResult, coin: string, price: Decimal): Decimal {
  const pools = result.pools.filter(pool => pool.coin === coin);
  return sum(pools.map(({ pool }) => openResult(pool, price).gain ?? '0'));
}

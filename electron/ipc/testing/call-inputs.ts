import { buildArchiveFilter } from '#shared/domain/archive/testing/build-archive-filter.ts';
import type { Profile } from '#shared/domain/profile.ts';

/** Valid inputs of calls: orders, transfers, loans and charts. */

const main = { wallet: 'main', symbol: null, userId: null } as const;
const trade = { ...main, wallet: 'trade' } as const;
export const transfer = { clientOid: 't', currency: 'BTC', amount: '1', from: main, to: trade } as const;
export const loan = { id: 'l', currency: 'BTC', size: '1', symbol: null } as const;
export const chart = { venue: 'futures', symbol: 'S', interval: '1hour', beforeMs: null } as const;
export const order = { clientOid: 'c', symbol: 'S', side: 'buy', type: 'limit', price: '1', size: '1' } as const;
export const plain = { venue: 'spot', tradeType: 'spot', isStop: false, isReduceOnly: false } as const;
const exits = { price: '3', stopPrice: '2', limitPrice: '1' } as const;
export const valued = {
  owner: null,
  fromMs: null,
  toMs: null,
  currency: 'USDT',
  timeZone: 'UTC',
  method: 'average',
} as const;
export const pair = { clientOid: 'c', symbol: 'S', side: 'sell', size: '1', ...exits } as const;

/** What a page sends to connect a profile like this one. */
export function candidateOf(profile: Profile) {
  const { name, colour, preset, spotUrl, futuresUrl, headerPrefix, keyVersion, isReadOnly } = profile;
  return { name, colour, preset, spotUrl, futuresUrl, headerPrefix, keyVersion, isReadOnly };
}

/** All archived fills. */
export const archived = buildArchiveFilter();
export const setting = { id: 'i', symbol: 'S', change: { kind: 'risk-level', level: 2 } } as const;
export const withdrawal = { id: 'i', symbol: 'S', amount: '1' } as const;
export const isolated = { symbol: 'S', tradeType: 'isolated' } as const;
export const span = { fromMs: 1, toMs: 2 };

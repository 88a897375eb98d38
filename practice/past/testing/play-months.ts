import { contracts } from '#practice/markets/listing/contracts.ts';
import { spotPairs } from '#practice/markets/listing/spot-pairs.ts';
import { dayMs } from '#practice/kernel/durations.ts';
import type { WalletBalance } from '#practice/accounts/types.ts';
import { createEarlierMonths } from '../earlier-months.ts';
import { createPastPrices } from '../past-prices.ts';

export const startMs = 1_790_000_000_000;
export const endMs = startMs - 3 * dayMs;
export const accountIds = { master: 'master', sub: 'sub' } as const;

const ends: readonly (readonly [WalletBalance['wallet'], string, `${number}`])[] = [
  ['main', 'USDT', '248312.774011'],
  ['main', 'BTC', '1.25008871'],
  ['trade', 'USDT', '318450.20817'],
  ['trade', 'BTC', '4.11273002'],
  ['margin', 'USDT', '21500'],
  ['futures', 'USDT', '64211.907'],
  ['futures', 'XBT', '1.8'],
];

/** The earlier months of two accounts, with what the first of them holds at their end. */
export function playMonths(seed: number) {
  const rejections: string[] = [];
  const prices = createPastPrices({ seed, endMs: startMs - dayMs, pairs: spotPairs, contracts });
  const endBalances = (accountId: string): readonly WalletBalance[] =>
    accountId === accountIds.master
      ? ends.map(([wallet, currency, total]) => ({ accountId, wallet, currency, total, available: total, held: '0' }))
      : [];
  const months = createEarlierMonths({
    seed,
    startMs,
    beginMs: startMs - 196 * dayMs,
    endMs,
    masterId: accountIds.master,
    subId: accountIds.sub,
    prices,
    endBalances,
    onRejection: (symbol, { message }) => void rejections.push(`${symbol}: ${message}`),
  });
  return {
    months: { ...months.wallets(), ...months.futures(), opening: months.opening },
    prices,
    rejections,
    endBalances,
  };
}

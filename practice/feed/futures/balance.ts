import { add, type Decimal, subtract, sum } from '#shared/decimal.ts';
import type { FuturesPosition } from '#practice/futures/types.ts';
import type { JsonValue } from '#practice/wire/json.ts';
import type { Topic } from '../topics/topic.ts';
import { createFrameIds, type FuturesTopicOptions } from './topic-options.ts';

interface WalletVersion {
  readonly accountId: string;
  readonly currency: string;
  /** rises with each change of the wallet; two frames of one version may differ in what the mark price decides */
  readonly version: number;
}

/**
 * `/contractAccount/wallet`: the futures wallet of a currency after an action that has changed it,
 * docs/exchange/feeds.md §8.3.
 */
export function balanceTopic(options: FuturesTopicOptions): Topic {
  const nextId = createFrameIds(options);
  const versions = new Map<string, number>();
  const nextVersion = (accountId: string, currency: string): number => {
    const key = `${accountId} ${currency}`;
    const version = (versions.get(key) ?? 0) + 1;
    versions.set(key, version);
    return version;
  };
  return {
    prefix: '/contractAccount/wallet',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    start({ accountId }, send) {
      const waiting = new Map<string, () => void>();
      const flush = (owner: string, currency: string): void => {
        waiting.delete(currency);
        const wallet = { accountId: owner, currency, version: nextVersion(owner, currency) };
        send({ subject: 'walletBalance.change', id: nextId(), data: writeWallet(options, wallet) });
      };
      const stop = options.ledger.onChange(({ balance: { accountId: owner, wallet, currency } }) => {
        if (owner !== accountId || wallet !== 'futures' || waiting.has(currency)) return;
        // money moves in the middle of an action, when positions and holds are not settled yet
        waiting.set(
          currency,
          options.scheduler.after(0, () => flush(owner, currency)),
        );
      });
      return () => {
        stop();
        for (const cancel of waiting.values()) cancel();
      };
    },
  };
}

function totalOf(positions: readonly FuturesPosition[], figure: (position: FuturesPosition) => Decimal): Decimal {
  return sum(positions.map(figure));
}

function writeWallet(
  { futures, clock }: FuturesTopicOptions,
  { accountId, currency, version }: WalletVersion,
): JsonValue {
  const overview = futures.overview(accountId, currency);
  const own = futures.positions(accountId).filter(position => position.settleCurrency === currency);
  const crossed = own.filter(position => position.marginMode === 'CROSS');
  const crossPosMargin = totalOf(crossed, position => position.posMargin);
  const crossUnPnl = totalOf(crossed, position => position.unrealisedPnl);
  const { crossOrderMargin, availableBalance } = overview;
  return {
    crossPosMargin,
    isolatedOrderMargin: subtract(overview.orderMargin, crossOrderMargin),
    holdBalance: overview.frozenFunds,
    equity: add(overview.marginBalance, overview.unrealisedPnl),
    version: String(version),
    availableBalance,
    isolatedPosMargin: subtract(overview.positionMargin, crossPosMargin),
    walletBalance: overview.marginBalance,
    isolatedFundingFeeMargin: '0',
    crossUnPnl,
    totalCrossMargin: sum([availableBalance, crossOrderMargin, crossPosMargin, crossUnPnl]),
    currency,
    isolatedUnPnl: subtract(overview.unrealisedPnl, crossUnPnl),
    crossOrderMargin,
    timestamp: String(clock.nowMs()),
  };
}

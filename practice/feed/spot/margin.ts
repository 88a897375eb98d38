import { add, type Decimal, divide, isZero, maximum, subtract } from '#shared/decimal.ts';
import type { MarginAccount, MarginAsset, MarginEvent, MarginScope } from '#practice/margin/types.ts';
import { type JsonFields, numeric } from '#practice/wire/json.ts';
import { accountOf, type Topic, type TopicFrame, undoAll } from '../topics/topic.ts';
import type { SpotTopicOptions } from './topic-options.ts';

/** The interval of the figures while there is a debt (docs/exchange/feeds.md §6.4). */
const periodMs = 4_000;
/** What cross accounts are counted in. */
const totalCurrency = 'BTC';
const totalScale = 16;
const quoteScale = 8;

type Options = Pick<SpotTopicOptions, 'margin' | 'clock' | 'scheduler'>;

function read({ margin }: Options, scope: MarginScope): MarginAccount | null {
  const account = margin.account(scope);
  return account.ok ? account.value : null;
}

function owedOf({ principal, interest }: MarginAsset): Decimal {
  return add(principal, interest);
}

function isInDebt({ assets }: MarginAccount): boolean {
  return assets.some(asset => !isZero(owedOf(asset)));
}

/** Worth in another currency; zero while that has no price. */
function worthIn(
  { margin }: Options,
  value: Decimal,
  { currency, scale }: { currency: string; scale: number },
): Decimal {
  const price = margin.priceOf(currency);
  return price === null || isZero(price) ? '0' : divide(value, price, { scale, rounding: 'down' });
}

function byCurrency(assets: readonly MarginAsset[], write: (asset: MarginAsset) => JsonFields | string): JsonFields {
  return Object.fromEntries(assets.map(asset => [asset.currency, write(asset)]));
}

/** The debt ratio and all that makes it up; nothing while nothing is owed. */
function debtFrames(options: Options, accountId: string): readonly TopicFrame[] {
  const account = read(options, { accountId, symbol: null });
  if (account === null || !isInDebt(account)) return [];
  const inBitcoin = { currency: totalCurrency, scale: totalScale };
  const totalAsset = worthIn(options, account.assetValue, inBitcoin);
  const assets = account.assets.filter(asset => !isZero(asset.total) || !isZero(owedOf(asset)));
  return [
    {
      subject: 'debt.ratio',
      data: {
        debtRatio: numeric(account.debtRatio),
        totalAsset: numeric(totalAsset),
        marginCoefficientTotalAsset: totalAsset,
        totalDebt: worthIn(options, account.debtValue, inBitcoin),
        assetList: byCurrency(assets, ({ total, available, held }) => ({ total, available, hold: held })),
        debtList: byCurrency(assets, owedOf),
        timestamp: Math.floor(options.clock.nowMs()),
      },
    },
  ];
}

/** The service's word for a change of the cross account; most changes have none. */
function statusType({ before, status }: MarginEvent): string | null {
  if (status === 'LIQUIDATION') return 'FROZEN_FL';
  if (status === 'BANKRUPTCY' && before === 'LIQUIDATION') return 'LIABILITY';
  if (status !== 'EFFECTIVE') return null;
  if (before === 'LIQUIDATION') return 'UNFROZEN_FL';
  return before === 'BANKRUPTCY' ? 'UNLIABILITY' : null;
}

function isOf({ accountId, symbol }: MarginEvent, scope: MarginScope): boolean {
  return accountId === scope.accountId && symbol === scope.symbol;
}

/** `/margin/position`: the debt ratio while there is a debt, and when the account is frozen or set free. */
function crossTopic(options: Options): Topic {
  const { margin, clock, scheduler } = options;
  return {
    prefix: '/margin/position',
    audience: 'private',
    symbols: 'none',
    serves: () => false,
    greet: scope => debtFrames(options, accountOf(scope)),
    start(scope, send) {
      const accountId = accountOf(scope);
      return undoAll(
        scheduler.every(periodMs, () => {
          for (const frame of debtFrames(options, accountId)) send(frame);
        }),
        margin.onEvent(event => {
          const type = isOf(event, { accountId, symbol: null }) ? statusType(event) : null;
          if (type !== null) {
            send({ subject: 'position.status', data: { type, timestamp: Math.floor(clock.nowMs()) } });
          }
        }),
      );
    },
  };
}

const statusWords = { BORROW: 'IN_BORROW', REPAY: 'IN_REPAY', LIQUIDATION: 'IN_LIQUIDATION' } as const;

/** The service has no word of its own for a bankrupt position here: it is one with a debt. */
function statusWord(account: MarginAccount, status: MarginAccount['status']): string {
  if (status === 'BORROW' || status === 'REPAY' || status === 'LIQUIDATION') return statusWords[status];
  return isInDebt(account) ? 'DEBT' : 'CLEAR';
}

interface Change {
  readonly status: MarginAccount['status'];
  readonly reason: MarginEvent['reason'];
}

function positionFrame(options: Options, account: MarginAccount, { status, reason }: Change): TopicFrame {
  const { symbol, assets, assetValue, debtValue } = account;
  const quote = { currency: assets[1]?.currency ?? '', scale: quoteScale };
  return {
    subject: 'positionChange',
    data: {
      tag: symbol,
      status: statusWord(account, status),
      statusBizType: reason,
      accumulatedPrincipal: worthIn(options, maximum(subtract(assetValue, debtValue), '0'), quote),
      changeAssets: byCurrency(assets, asset => ({
        total: asset.total,
        hold: asset.held,
        liabilityPrincipal: asset.principal,
        liabilityInterest: asset.interest,
      })),
      timestamp: Math.floor(options.clock.nowMs()),
    },
  };
}

/** `/margin/isolatedPosition:SYM`: each change of status, and the figures while there is a debt. */
function isolatedTopic(options: Options): Topic {
  const { margin, scheduler } = options;
  const debtOf = (scope: MarginScope): readonly TopicFrame[] => {
    const account = read(options, scope);
    if (account === null || !isInDebt(account)) return [];
    return [positionFrame(options, account, { status: account.status, reason: 'DEFAULT_DEBT' })];
  };
  return {
    prefix: '/margin/isolatedPosition',
    audience: 'private',
    symbols: 'required',
    serves: symbol => margin.terms.isolatedPairs.some(pair => pair.symbol === symbol),
    greet: scope => debtOf({ accountId: accountOf(scope), symbol: scope.symbol }),
    start(topic, send) {
      const scope = { accountId: accountOf(topic), symbol: topic.symbol };
      return undoAll(
        scheduler.every(periodMs, () => {
          for (const frame of debtOf(scope)) send(frame);
        }),
        margin.onEvent(event => {
          const account = isOf(event, scope) ? read(options, scope) : null;
          if (account !== null) send(positionFrame(options, account, event));
        }),
      );
    },
  };
}

/** The margin positions, docs/exchange/feeds.md §6.4. */
export function marginTopics(options: SpotTopicOptions): readonly Topic[] {
  return [crossTopic(options), isolatedTopic(options)];
}

import type { Venue } from '#shared/domain/scalars.ts';
import type { FeedKind, FeedMessages } from './messages/messages.ts';
import { readBalance, readIsolatedPosition, readMarginDebt, readMarginStatus, readWallet } from './parsers/balances.ts';
import { readAllTickers, readFuturesTicker, readLevel1, readSpotTicker } from './parsers/best-prices.ts';
import { readFuturesCandle, readSpotCandle } from './parsers/candles.ts';
import { readFuturesSnapshot, readSpotSnapshot } from './parsers/day-stats.ts';
import { readIndicator, readInstrumentFunding, readInstrumentPrices } from './parsers/indicators.ts';
import { readDepth, readFuturesLevel2, readSpotLevel2 } from './parsers/levels.ts';
import { readFuturesOrder, readSpotOrder } from './parsers/orders.ts';
import { readCrossLeverages, readMarginModes } from './parsers/settings.ts';
import { readPositionChange, readRiskLimit, readSettlement } from './parsers/positions.ts';
import type { Parser } from './parsers/parser.ts';
import { readFuturesStop, readSpotStop } from './parsers/stops.ts';
import { readFuturesTrade, readSpotTrade } from './parsers/trades.ts';
import type { Topic } from './topics.ts';
import { busy, clockwork, eventful, quiet, type SilenceLimits } from './silence.ts';

/** How one kind of topic is asked for, read and watched over. docs/exchange/feeds.md §5 to §8. */
export interface KindSpec<M> {
  readonly venue: Venue;
  readonly isPrivate: boolean;
  /** the topic up to its colon, or all of it */
  readonly prefix: string;
  /** several symbols may share a request */
  readonly isBatchable: boolean;
  /** read without the digit-for-digit pass over the frame: the reader refuses what a double cannot hold */
  readonly isLean: boolean;
  readonly silence: SilenceLimits;
  /** by subject; `*` for any subject */
  readonly parsers: ReadonlyMap<string, Parser<M>>;
}

type Parsers<M> = Readonly<Record<string, Parser<M>>>;
type Traits = Partial<Pick<KindSpec<unknown>, 'isPrivate' | 'isBatchable' | 'isLean'>>;

function at(venue: Venue, prefix: string, silence: SilenceLimits) {
  return <M>(parsers: Parsers<M>, traits: Traits = {}): KindSpec<M> => ({
    venue,
    prefix,
    silence,
    isPrivate: false,
    isBatchable: false,
    isLean: false,
    ...traits,
    parsers: new Map(Object.entries(parsers)),
  });
}

const own = { isPrivate: true } as const;
const many = { isBatchable: true } as const;
const lean = { isBatchable: true, isLean: true } as const;

const positionParsers = {
  'position.change': readPositionChange,
  'position.settlement': readSettlement,
  'position.adjustRiskLimit': readRiskLimit,
};

export const kinds: { readonly [K in FeedKind]: KindSpec<FeedMessages[K]> } = {
  'spot.level2': at('spot', '/market/level2', busy)({ 'trade.l2update': readSpotLevel2 }, lean),
  'spot.depth5': at('spot', '/spotMarket/level2Depth5', busy)({ level2: readDepth }, lean),
  'spot.depth50': at('spot', '/spotMarket/level2Depth50', busy)({ level2: readDepth }, lean),
  'spot.level1': at('spot', '/spotMarket/level1', busy)({ level1: readLevel1 }, many),
  'spot.ticker': at('spot', '/market/ticker', busy)({ 'trade.ticker': readSpotTicker }, many),
  'spot.tickers': at('spot', '/market/ticker:all', clockwork(10_000))({ '*': readAllTickers }),
  'spot.trades': at('spot', '/market/match', quiet)({ 'trade.l3match': readSpotTrade }, many),
  'spot.candles': at('spot', '/market/candles', quiet)({ 'trade.candles.update': readSpotCandle }),
  'spot.snapshot': at('spot', '/market/snapshot', clockwork(2_000))({ 'trade.snapshot': readSpotSnapshot }),
  'spot.markPrice': at('spot', '/indicator/markPrice', clockwork(1_000))({ tick: readIndicator }, many),
  'spot.indexPrice': at('spot', '/indicator/index', clockwork(1_000))({ tick: readIndicator }, many),
  'spot.orders': at('spot', '/spotMarket/tradeOrdersV2', eventful)({ orderChange: readSpotOrder }, own),
  'spot.ordersV1': at('spot', '/spotMarket/tradeOrders', eventful)({ orderChange: readSpotOrder }, own),
  'spot.stopOrders': at('spot', '/spotMarket/advancedOrders', eventful)({ stopOrder: readSpotStop }, own),
  'spot.balances': at('spot', '/account/balance', eventful)({ 'account.balance': readBalance }, own),
  'spot.marginPosition': at(
    'spot',
    '/margin/position',
    eventful,
  )({ 'debt.ratio': readMarginDebt, 'position.status': readMarginStatus }, own),
  'spot.isolatedPosition': at(
    'spot',
    '/margin/isolatedPosition',
    eventful,
  )({ positionChange: readIsolatedPosition }, own),
  'futures.level2': at('futures', '/contractMarket/level2', busy)({ level2: readFuturesLevel2 }, lean),
  'futures.depth5': at('futures', '/contractMarket/level2Depth5', busy)({ level2: readDepth }, lean),
  'futures.depth50': at('futures', '/contractMarket/level2Depth50', busy)({ level2: readDepth }, lean),
  'futures.ticker': at('futures', '/contractMarket/tickerV2', busy)({ tickerV2: readFuturesTicker }, many),
  'futures.trades': at('futures', '/contractMarket/execution', quiet)({ match: readFuturesTrade }, many),
  'futures.instrument': at(
    'futures',
    '/contract/instrument',
    clockwork(1_000),
  )({ 'mark.index.price': readInstrumentPrices, 'funding.rate': readInstrumentFunding }, many),
  'futures.candles': at('futures', '/contractMarket/limitCandle', quiet)({ 'candle.stick': readFuturesCandle }),
  'futures.snapshot': at(
    'futures',
    '/contractMarket/snapshot',
    clockwork(5_000),
  )({
    'snapshot.24h': readFuturesSnapshot,
  }),
  'futures.orders': at(
    'futures',
    '/contractMarket/tradeOrders',
    eventful,
  )({ orderChange: readFuturesOrder, symbolOrderChange: readFuturesOrder }, own),
  'futures.stopOrders': at('futures', '/contractMarket/advancedOrders', eventful)({ stopOrder: readFuturesStop }, own),
  'futures.balances': at(
    'futures',
    '/contractAccount/wallet',
    eventful,
  )(
    {
      'walletBalance.change': readWallet,
      'availableBalance.change': readWallet,
      'orderMargin.change': readWallet,
      'withdrawHold.change': readWallet,
    },
    own,
  ),
  'futures.position': at('futures', '/contract/position', eventful)(positionParsers, own),
  'futures.positions': at('futures', '/contract/positionAll', eventful)(positionParsers, own),
  'futures.marginMode': at('futures', '/contract/marginMode', eventful)({ 'user.config': readMarginModes }, own),
  'futures.crossLeverage': at(
    'futures',
    '/contract/crossLeverage',
    eventful,
  )({ 'user.config': readCrossLeverages }, own),
};

/** The exchange's name of a topic. */
export function wireTopic(topic: Topic): string {
  const { prefix } = kinds[kindOf(topic)];
  if (topic.kind === 'candles') return `${prefix}:${topic.symbol}_${topic.interval}`;
  return 'symbol' in topic ? `${prefix}:${topic.symbol}` : prefix;
}

/** `spot.level2` and so on. */
export function kindOf(topic: Topic): FeedKind {
  return topic.venue === 'spot' ? `spot.${topic.kind}` : `futures.${topic.kind}`;
}

/** The part after the colon of a topic; empty without one. */
export function suffixOf(topic: string): string {
  const colon = topic.indexOf(':');
  return colon < 0 ? '' : topic.slice(colon + 1);
}

const prefixes: ReadonlySet<string> = new Set(Object.values(kinds).map(({ prefix }) => prefix));

/** Whether we know what such a topic is, wanted or not. */
export function isKnownTopic(topic: string): boolean {
  const colon = topic.indexOf(':');
  return prefixes.has(topic) || (colon > 0 && prefixes.has(topic.slice(0, colon)));
}

/**
 * Pushes of all orders or positions may carry the topic of one symbol: the topic under which such a frame may be
 * subscribed as well. V1 pushes have been seen under V2's name; such a push is V1's only without a subscription to V2.
 * docs/exchange/feeds.md §6.1, §8.1.
 */
export function alsoKnownAs(topic: string, isDelivered: boolean): string | null {
  if (topic.startsWith('/contract/position:')) return '/contract/positionAll';
  if (topic.startsWith('/contractMarket/tradeOrders:')) return '/contractMarket/tradeOrders';
  return topic === '/spotMarket/tradeOrdersV2' && !isDelivered ? '/spotMarket/tradeOrders' : null;
}

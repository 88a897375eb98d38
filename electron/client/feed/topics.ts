import type { CandleInterval } from '#shared/domain/market/candle.ts';
import type { FeedMessages } from './messages/messages.ts';

type SymbolKind<K extends string> = { readonly kind: K; readonly symbol: string };
type BareKind<K extends string> = { readonly kind: K };
type CandleKind = { readonly kind: 'candles'; readonly symbol: string; readonly interval: CandleInterval };

type SpotTopic = { readonly venue: 'spot' } & (
  | SymbolKind<'level2'>
  | SymbolKind<'depth5'>
  | SymbolKind<'depth50'>
  | SymbolKind<'level1'>
  | SymbolKind<'ticker'>
  | BareKind<'tickers'>
  | SymbolKind<'trades'>
  | CandleKind
  | SymbolKind<'snapshot'>
  | SymbolKind<'markPrice'>
  | SymbolKind<'indexPrice'>
  | BareKind<'orders'>
  | BareKind<'ordersV1'>
  | BareKind<'stopOrders'>
  | BareKind<'balances'>
  | BareKind<'marginPosition'>
  | SymbolKind<'isolatedPosition'>
);

type FuturesTopic = { readonly venue: 'futures' } & (
  | SymbolKind<'level2'>
  | SymbolKind<'depth5'>
  | SymbolKind<'depth50'>
  | SymbolKind<'ticker'>
  | SymbolKind<'trades'>
  | SymbolKind<'instrument'>
  | CandleKind
  | SymbolKind<'snapshot'>
  | BareKind<'orders'>
  | BareKind<'stopOrders'>
  | BareKind<'balances'>
  | SymbolKind<'position'>
  | BareKind<'positions'>
  | BareKind<'marginMode'>
  | BareKind<'crossLeverage'>
);

/** One topic that can be subscribed to. docs/exchange/feeds.md §5 to §8. */
export type Topic = SpotTopic | FuturesTopic;

/** What a topic says. */
export type MessageOf<T extends Topic> = FeedMessages[`${T['venue']}.${T['kind']}` & keyof FeedMessages];

import type { Decimal } from '#shared/decimal.ts';
import type {
  ClosedPosition,
  Exits,
  FundingPayment,
  FuturesSettings,
  FuturesTransaction,
  MaxOpenSize,
  OpenOrderStatistics,
  PositionName,
  SettingEvent,
  SettledFunding,
  SettlementEvent,
} from './account-types.ts';
import type { PositionSide } from './order-types.ts';
import type { Contract, ContractState } from './contract-types.ts';
import type { FuturesPlacement, FuturesOrder, FuturesOrderFilter, FuturesFill, FuturesPrint } from './order-types.ts';
import type { BookView, EndedOrder, Outcome, OutsideTrade, Side } from '../kernel/kernel.ts';

/**
 * What the venue promises. Written from docs/exchange/records.md §7 to §9 and docs/exchange/matching.md; margin
 * identities from docs/exchange/matching.md §8.
 */

/** docs/exchange/records.md §9.1 with exact decimals; the http room writes them as numbers. */
export interface FuturesPosition {
  readonly id: string;
  readonly accountId: string;
  readonly symbol: string;
  readonly positionSide: PositionSide;
  readonly settleCurrency: string;
  readonly marginMode: 'ISOLATED' | 'CROSS';
  readonly autoDeposit: boolean;
  readonly isOpen: boolean;
  readonly leverage: Decimal;
  /** signed lots */
  readonly currentQty: Decimal;
  readonly currentCost: Decimal;
  readonly currentComm: Decimal;
  readonly unrealisedCost: Decimal;
  readonly realisedGrossCost: Decimal;
  readonly realisedCost: Decimal;
  readonly markPrice: Decimal;
  readonly markValue: Decimal;
  readonly posCost: Decimal;
  readonly posCross: Decimal;
  readonly posInit: Decimal;
  readonly posComm: Decimal;
  readonly posLoss: Decimal;
  readonly posMargin: Decimal;
  /** what the mark value needs at the position's leverage: `posMargin` of a cross row */
  readonly leverageMargin: Decimal;
  readonly posMaint: Decimal;
  readonly maintMargin: Decimal;
  readonly maintMarginReq: Decimal;
  readonly riskLimit: Decimal;
  readonly riskLimitLevel: number;
  readonly realLeverage: Decimal;
  readonly delevPercentage: Decimal;
  readonly realisedGrossPnl: Decimal;
  readonly realisedPnl: Decimal;
  readonly unrealisedPnl: Decimal;
  readonly unrealisedPnlPcnt: Decimal;
  readonly unrealisedRoePcnt: Decimal;
  readonly avgEntryPrice: Decimal;
  readonly liquidationPrice: Decimal;
  readonly bankruptPrice: Decimal;
  readonly openedAtMs: number;
  readonly asOfMs: number;
}

export type FuturesEvent =
  | {
      readonly kind: 'level';
      readonly symbol: string;
      readonly sequence: bigint;
      readonly side: Side;
      readonly price: Decimal;
      readonly size: Decimal;
      readonly timeMs: number;
    }
  | { readonly kind: 'print'; readonly print: FuturesPrint }
  | {
      readonly kind: 'order';
      readonly change: 'open' | 'match' | 'update' | 'filled' | 'canceled';
      readonly order: FuturesOrder;
      readonly fill: FuturesFill | null;
    }
  | {
      readonly kind: 'stop';
      readonly change: 'open' | 'triggered' | 'cancel';
      readonly order: FuturesOrder;
      readonly error: string | null;
    }
  | {
      readonly kind: 'position';
      readonly reason:
        | 'positionChange'
        | 'marginChange'
        | 'autoAppendMarginStatusChange'
        | 'liquidation'
        | 'markPriceChange';
      readonly position: FuturesPosition;
    }
  | SettingEvent
  | SettlementEvent
  | { readonly kind: 'state'; readonly symbol: string; readonly state: ContractState }
  | { readonly kind: 'funding'; readonly symbol: string; readonly rate: Decimal; readonly timeMs: number };

export interface FuturesTicker {
  readonly sequence: bigint;
  readonly symbol: string;
  readonly side: Side;
  readonly size: Decimal;
  readonly price: Decimal;
  readonly bestBidSize: Decimal;
  readonly bestBidPrice: Decimal;
  readonly bestAskSize: Decimal;
  readonly bestAskPrice: Decimal;
  readonly tradeId: bigint;
  readonly timeNs: bigint;
}

export interface FuturesOverview {
  readonly currency: string;
  readonly accountEquity: Decimal;
  readonly unrealisedPnl: Decimal;
  readonly marginBalance: Decimal;
  readonly positionMargin: Decimal;
  readonly orderMargin: Decimal;
  /** the part of it that orders on cross margin hold */
  readonly crossOrderMargin: Decimal;
  readonly frozenFunds: Decimal;
  readonly availableBalance: Decimal;
  readonly riskRatio: Decimal;
}

export interface FuturesVenue extends FuturesSettings {
  readonly contracts: readonly Contract[];
  contract(symbol: string): Contract | null;
  state(symbol: string): ContractState | null;
  ticker(symbol: string): FuturesTicker | null;
  /** with `stop` set it becomes an untriggered stop order */
  place(accountId: string, placement: FuturesPlacement): Outcome<FuturesOrder>;
  test(accountId: string, placement: FuturesPlacement): Outcome<null>;
  /** the order, and stop orders that leave its position; with one that only reduces it waits itself */
  placeWithExits(accountId: string, placement: FuturesPlacement, exits: Exits): Outcome<FuturesOrder>;
  openOrderStatistics(accountId: string, symbol: string): Outcome<OpenOrderStatistics>;
  maxOpenSize(
    accountId: string,
    request: { readonly symbol: string; readonly price: Decimal; readonly leverage: Decimal },
  ): Outcome<MaxOpenSize>;
  /** works on stop orders as well */
  cancel(accountId: string, orderId: string): Outcome<FuturesOrder>;
  order(accountId: string, orderId: string): FuturesOrder | null;
  orderByClientOid(accountId: string, clientOid: string): FuturesOrder | null;
  /** ordinary orders, newest first */
  orders(accountId: string, state: 'active' | 'done', filter: FuturesOrderFilter): readonly FuturesOrder[];
  /** untriggered stop orders, newest first */
  stops(accountId: string, filter: FuturesOrderFilter): readonly FuturesOrder[];
  fills(accountId: string, sinceMs: number): readonly FuturesFill[];
  positions(accountId: string): readonly FuturesPosition[];
  /** in hedge mode the one of that side */
  position(accountId: string, symbol: string, side?: PositionSide): FuturesPosition | null;
  /** the same bizNo is applied once: the second call answers the position as it is and moves nothing */
  addMargin(
    accountId: string,
    request: PositionName & { readonly margin: Decimal; readonly bizNo: string },
  ): Outcome<FuturesPosition>;
  /** newest first */
  closedPositions(accountId: string): readonly ClosedPosition[];
  /** newest first */
  transactions(accountId: string): readonly FuturesTransaction[];
  /** newest first */
  fundingPayments(accountId: string): readonly FundingPayment[];
  /** newest first */
  fundingRates(symbol: string): readonly SettledFunding[];
  overview(accountId: string, currency: string): FuturesOverview;
  book(symbol: string, depth: number): BookView | null;
  prints(symbol: string, limit: number): readonly FuturesPrint[];
  /** the outside world's price; moves mark price, PnL, triggers, liquidations */
  setIndexPrice(symbol: string, price: Decimal): void;
  /** funding, 24 h windows, triggers by mark and index; while the market is still the mark stays where it is */
  tick(nowMs: number, isStill?: boolean): void;
  /**
   * Puts a trade between outsiders on the tape. False, and nothing happens, when an order on the book may trade at that
   * price: it comes first. Throws for a symbol that is not listed.
   */
  recordTrade(trade: OutsideTrade): boolean;
  /** `fill` runs once, before whatever is read from or done in that book next. Throws for a symbol that is not listed. */
  fillOnUse(symbol: string, fill: () => void): void;
  /** subscribes to the named kinds, or to all; an event without a subscriber is not even built. Returns its undo */
  onEvent(listener: (event: FuturesEvent) => void, kinds?: readonly FuturesEvent['kind'][]): () => void;
  /** hears of each order that is done: for the simulated traders, who make nearly all of them */
  onOrderEnded(listener: (ended: EndedOrder) => void): () => void;
}

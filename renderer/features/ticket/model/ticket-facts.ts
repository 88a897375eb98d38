import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { BorrowRate, MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { FuturesContract, Position, RiskLimitLevel } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { ActionBook } from '#shared/domain/market/action-book.ts';
import type { Funds } from '#shared/order-entry/funds.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import type { FeeRates } from '#shared/order-entry/order-cost.ts';
import type { ContractMargin } from '#lib/positions/order-terms.ts';

/** The margin account that an order trades from, and the debt ratio at which the exchange sells. */
export interface MarginDebts {
  readonly account: MarginAccountRow;
  /** null: not known */
  readonly liquidationRatio: Decimal | null;
}

/** All that the ticket knows of the world at one moment. */
export interface TicketFacts {
  /** what a time of day is counted from */
  readonly nowMs: number;
  readonly terms: MarketTerms;
  readonly pair: SpotSymbol | null;
  readonly contract: FuturesContract | null;
  /** null: a pair, or not known */
  readonly margin: ContractMargin | null;
  /** lowest first; empty where there are none or they are not known */
  readonly levels: readonly RiskLimitLevel[];
  readonly book: ActionBook;
  /** what stops on spot and limit prices are measured by; null: not known */
  readonly lastPrice: Decimal | null;
  readonly markPrice: Decimal | null;
  readonly indexPrice: Decimal | null;
  /** null while they are not known */
  readonly rates: FeeRates | null;
  readonly funds: Funds;
  /** null: none is open; undefined: not known */
  readonly position: Position | null | undefined;
  /** of the futures account; null: not known, or no contract */
  readonly positionMode: PositionMode | null;
  /** all that are open: cross positions stand on one wallet; undefined: not known */
  readonly positions: readonly Position[] | undefined;
  /** of an order on margin; null: it is none, or its account is not known */
  readonly debts: MarginDebts | null;
  /** of the currency that an order with auto-borrow is paid with; null: it borrows nothing, or not known */
  readonly borrowRate: BorrowRate | null;
  /** the user's own active orders of this market */
  readonly ownOrders: readonly Order[];
  /** the orders that were sent in the last seconds, as `sentFingerprints` writes them */
  readonly recent: readonly string[];
  /** how much worse than its price a stop or a market order may fill, a fraction */
  readonly slippageCap: Decimal;
  /** what the profile may send; null: not known */
  readonly policy: PolicyState | null;
  /** why nothing may be sent for this account now, as a sentence */
  readonly validationError: string | null;
}

import type { Decimal } from '#shared/decimal.ts';
import type { PositionSide } from './order-types.ts';
import type { Outcome } from '../kernel/kernel.ts';

/** What an account can set and ask beyond its orders and positions; written from docs/exchange/records.md §9. */

export type MarginModeName = 'ISOLATED' | 'CROSS';

/** A position of an account; in hedge mode with its side. */
export interface PositionName {
  readonly symbol: string;
  readonly positionSide?: PositionSide;
}

/** Funding was settled on an account's position. */
export interface SettlementEvent {
  readonly kind: 'settlement';
  readonly accountId: string;
  readonly payment: FundingPayment;
}

export type SettingEvent =
  | {
      readonly kind: 'marginMode';
      readonly accountId: string;
      readonly symbol: string;
      readonly marginMode: MarginModeName;
    }
  | { readonly kind: 'riskLevel'; readonly accountId: string; readonly symbol: string; readonly level: number }
  | { readonly kind: 'crossLeverage'; readonly accountId: string; readonly symbol: string; readonly leverage: Decimal };

/** Prices at which a position is left, at least one of them; docs/exchange/endpoints.md §8.6. */
export interface Exits {
  readonly up?: Decimal;
  readonly down?: Decimal;
  readonly stopPriceType: 'TP' | 'MP' | 'IP';
}

/** What the resting orders of a contract still want; sizes in lots, costs in the settle currency. */
export interface OpenOrderStatistics {
  readonly settleCurrency: string;
  readonly buySize: Decimal;
  readonly sellSize: Decimal;
  readonly buyCost: Decimal;
  readonly sellCost: Decimal;
}

/** lots */
export interface MaxOpenSize {
  readonly buy: Decimal;
  readonly sell: Decimal;
}

/** A position that was closed; docs/exchange/records.md §9.4. Money in the settle currency. */
export interface ClosedPosition {
  readonly id: bigint;
  readonly symbol: string;
  readonly settleCurrency: string;
  readonly leverage: Decimal;
  readonly side: 'LONG' | 'SHORT';
  /** what ended it: a trade, a liquidation, auto-deleveraging */
  readonly how: 'CLOSE' | 'LIQUID' | 'ADL';
  readonly marginMode: MarginModeName;
  /** before fees and funding */
  readonly grossPnl: Decimal;
  readonly tradeFee: Decimal;
  /** below zero: more was paid than received */
  readonly fundingReceived: Decimal;
  /** after fees and funding */
  readonly pnl: Decimal;
  readonly openPrice: Decimal;
  readonly closePrice: Decimal;
  readonly openedAtMs: number;
  readonly closedAtMs: number;
}

/** One movement of a futures wallet; docs/exchange/records.md §9.5. */
export interface FuturesTransaction {
  readonly id: bigint;
  readonly timeMs: number;
  readonly type: 'RealisedPNL' | 'Deposit' | 'Withdrawal' | 'TransferIn' | 'TransferOut';
  readonly currency: string;
  /** after the fee */
  readonly amount: Decimal;
  readonly fee: Decimal;
  /** of the wallet and the margins after it, without unrealised PnL */
  readonly balance: Decimal;
  /** the contract, or where a transfer came from */
  readonly remark: string;
}

/** Funding that one position paid or received; docs/exchange/records.md §9.6. */
export interface FundingPayment {
  readonly id: bigint;
  readonly symbol: string;
  readonly settleCurrency: string;
  /** its full hour */
  readonly timeMs: number;
  readonly rate: Decimal;
  readonly markPrice: Decimal;
  /** signed lots */
  readonly quantity: Decimal;
  /** at the mark */
  readonly value: Decimal;
  readonly positionSide: PositionSide;
  /** above zero: received */
  readonly funding: Decimal;
  readonly marginMode: MarginModeName;
}

/** A rate that was settled. */
export interface SettledFunding {
  readonly rate: Decimal;
  readonly timeMs: number;
}

export interface FuturesSettings {
  marginMode(accountId: string, symbol: string): Outcome<MarginModeName>;
  /** refused while there is a position or an order in the contract */
  changeMarginMode(accountId: string, symbol: string, mode: MarginModeName): Outcome<MarginModeName>;
  crossLeverage(accountId: string, symbol: string): Outcome<Decimal>;
  /** an open cross position and its orders take the new leverage at once */
  changeCrossLeverage(accountId: string, symbol: string, leverage: Decimal): Outcome<Decimal>;
  changeAutoDeposit(accountId: string, symbol: string, isOn: boolean): Outcome<boolean>;
  /** cancels the open orders of the contract */
  changeRiskLevel(accountId: string, symbol: string, level: number): Outcome<boolean>;
  /** the most that can be taken out of an isolated position, in the settle currency */
  maxWithdrawMargin(accountId: string, position: PositionName): Outcome<Decimal>;
  withdrawMargin(accountId: string, position: PositionName, amount: Decimal): Outcome<Decimal>;
  /** whether the account is in hedge mode */
  isHedged(accountId: string): boolean;
  /** refused while a position or an order is open */
  changePositionMode(accountId: string, isHedge: boolean): Outcome<boolean>;
}

import type { Decimal } from '#shared/decimal.ts';
import type { Outcome } from '../kernel/kernel.ts';

/** What an account can set and ask beyond its orders and positions; written from docs/exchange/records.md §9. */

export type MarginModeName = 'ISOLATED' | 'CROSS';

export type SettingEvent =
  | {
      readonly kind: 'marginMode';
      readonly accountId: string;
      readonly symbol: string;
      readonly marginMode: MarginModeName;
    }
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

export interface FuturesSettings {
  marginMode(accountId: string, symbol: string): Outcome<MarginModeName>;
  /** refused while there is a position or an order in the contract */
  changeMarginMode(accountId: string, symbol: string, mode: MarginModeName): Outcome<MarginModeName>;
  crossLeverage(accountId: string, symbol: string): Outcome<Decimal>;
  /** an open cross position and its orders take the new leverage at once */
  changeCrossLeverage(accountId: string, symbol: string, leverage: Decimal): Outcome<Decimal>;
}

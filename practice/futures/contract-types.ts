import type { Decimal } from '#shared/decimal.ts';

/** Contracts, written from docs/exchange/records.md §8. */

export interface RiskLevel {
  readonly level: number;
  readonly minRiskLimit: Decimal;
  readonly maxRiskLimit: Decimal;
  readonly maxLeverage: number;
  readonly initialMargin: Decimal;
  readonly maintainMargin: Decimal;
}

/** The fixed part of a contract. */
export interface Contract {
  readonly symbol: string;
  readonly rootSymbol: string;
  readonly type: 'FFWCSX' | 'FFICSX';
  readonly firstOpenDateMs: number;
  readonly expireDateMs: number | null;
  readonly baseCurrency: string;
  readonly quoteCurrency: string;
  readonly settleCurrency: string;
  readonly lotSize: Decimal;
  readonly tickSize: Decimal;
  readonly indexPriceTickSize: Decimal;
  /** linear: base per lot; inverse: negative on the wire at some venues, here the quote value of a lot */
  readonly multiplier: Decimal;
  readonly isInverse: boolean;
  readonly maxOrderQty: Decimal;
  readonly maxPrice: Decimal;
  readonly makerFeeRate: Decimal;
  readonly takerFeeRate: Decimal;
  readonly maxLeverage: number;
  readonly riskLevels: readonly RiskLevel[];
  readonly sourceExchanges: readonly string[];
}

/** The moving part of a contract. */
export interface ContractState {
  readonly markPrice: Decimal;
  readonly indexPrice: Decimal;
  readonly lastPrice: Decimal;
  readonly fundingRate: Decimal;
  readonly predictedFundingRate: Decimal;
  readonly nextFundingAtMs: number;
  readonly openInterest: Decimal;
  readonly volume24h: Decimal;
  readonly turnover24h: Decimal;
  readonly low24h: Decimal;
  readonly high24h: Decimal;
  readonly change24h: Decimal;
  readonly changeRatio24h: Decimal;
}

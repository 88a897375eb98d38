import type { PolicyState } from '#shared/calls/policy-calls.ts';
import type { Decimal } from '#shared/decimal.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { FuturesContract, Position } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import type { ActionBook } from '#shared/domain/market/action-book.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import type { FeeRates } from '#shared/order-entry/order-cost.ts';
import type { ContractMargin } from '#lib/positions/order-terms.ts';

/** The rules of the market, as the exchange writes them. */
export type LadderMarket =
  | { readonly venue: 'spot'; readonly pair: SpotSymbol }
  | {
      readonly venue: 'futures';
      readonly contract: FuturesContract;
      /** of the futures account; null: not known */
      readonly positionMode: PositionMode | null;
      /** of the futures account; undefined: not known */
      readonly positions: readonly Position[] | undefined;
      /** of the contract; null: not known */
      readonly margin: ContractMargin | null;
    };

/** All that a ladder knows of the world at one moment. */
export interface LadderFacts {
  readonly terms: MarketTerms;
  readonly market: LadderMarket;
  readonly book: ActionBook;
  /** null while they are not known */
  readonly rates: FeeRates | null;
  /** what is free; null: not known */
  readonly free: { readonly base: Decimal | null; readonly quote: Decimal | null };
  /** null: not known */
  readonly policy: PolicyState | null;
  /** why nothing may be sent for this account now, as a sentence */
  readonly validationError: string | null;
}

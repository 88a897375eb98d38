import { compare, type Decimal, divide, isZero, multiply, sum } from '#shared/decimal.ts';
import { markPriceOf } from '#practice/spot/mark-price.ts';
import { debtsOf, owedOf } from '../state/liabilities.ts';
import { type MarginAccountState, type MarginVenueState, valueCurrency } from '../state/state.ts';

/** Decimal places of a published debt ratio. */
const ratioScale = 4;

/** What the account has and owes, in USDT by mark prices. */
export interface Worth {
  readonly assets: Decimal;
  /** interest included */
  readonly debts: Decimal;
}

/** What a currency costs in USDT; null while its market has no price. */
export function priceOf({ spot }: Pick<MarginVenueState, 'spot'>, currency: string): Decimal | null {
  return currency === valueCurrency ? '1' : markPriceOf(spot, `${currency}-${valueCurrency}`);
}

/** A currency without a price is worth nothing, which is the cautious side for an asset. */
function valueOf(venue: MarginVenueState, currency: string, amount: Decimal): Decimal {
  return isZero(amount) ? '0' : multiply(amount, priceOf(venue, currency) ?? '0');
}

export function worthOf(venue: MarginVenueState, account: MarginAccountState): Worth {
  const { accountId, wallet, currencies } = account;
  const assets = currencies.map(currency =>
    valueOf(venue, currency, venue.ledger.balance(accountId, wallet, currency).total),
  );
  const debts = debtsOf(account).map(debt => valueOf(venue, debt.currency, owedOf(debt)));
  return { assets: sum(assets), debts: sum(debts) };
}

/** Debts over assets (docs/exchange/matching.md §11); 1 for debts without any assets. */
export function debtRatioOf({ assets, debts }: Worth): Decimal {
  if (isZero(debts)) return '0';
  return isZero(assets) ? '1' : divide(debts, assets, { scale: ratioScale, rounding: 'down' });
}

/** Whether the debts have reached this share of the assets; exact, unlike the published ratio. */
export function hasReached({ assets, debts }: Worth, ratio: Decimal): boolean {
  return !isZero(debts) && compare(debts, multiply(assets, ratio)) >= 0;
}

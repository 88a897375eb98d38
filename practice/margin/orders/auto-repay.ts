import { type Decimal, subtract } from '#shared/decimal.ts';
import type { SpotFill, SpotPair } from '#practice/spot/types.ts';
import { payWhatIsThere } from '../debt/repay.ts';
import { accountOf, type MarginVenueState } from '../state/state.ts';

/** What a fill brought in: base for a buyer, quote for a seller, less a fee taken in the same currency. */
function receivedOf({ side, size, funds, fee, feeCurrency }: SpotFill, pair: SpotPair) {
  const currency = side === 'buy' ? pair.baseCurrency : pair.quoteCurrency;
  const gross: Decimal = side === 'buy' ? size : funds;
  return { currency, amount: feeCurrency === currency ? subtract(gross, fee) : gross };
}

/**
 * Repays out of the fills of orders that ask for it: at most what the fill brought in, at most what is owed
 * (docs/exchange/endpoints.md §5.2).
 */
export function repayFromFill(venue: MarginVenueState, fill: SpotFill): void {
  const { accountId, symbol, tradeType } = fill;
  const pair = venue.spot.pair(symbol);
  const account = accountOf(venue, { accountId, symbol: tradeType === 'MARGIN_TRADE' ? null : symbol });
  if (pair === null || !account.ok) return;
  const { currency, amount } = receivedOf(fill, pair);
  venue.events.run(() => payWhatIsThere(venue, account.value, { currency, limit: amount, reason: 'AUTO_REPAY' }));
}

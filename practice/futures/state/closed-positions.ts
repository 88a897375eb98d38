import { type Decimal, divide, fromUnits, multiply } from '#shared/decimal.ts';
import { magnitudeOf } from '#practice/kernel/integers.ts';
import { remember } from '#practice/kernel/remember.ts';
import type { ClosedPosition } from '../account-types.ts';
import { type Terms, writeMoney } from '../contract/terms.ts';
import type { PositionState, Turnover } from '../position/state.ts';
import { accountOf, type FuturesMarket, type FuturesVenueState } from './state.ts';

/** How many closed positions an account remembers. */
const closedMemory = 2000;
const priceScale = 10;
const leverageScale = 2;

interface Ending {
  readonly accountId: string;
  /** the position before its last part was closed */
  readonly before: PositionState;
  /** flat, with what it traded in its life */
  readonly ended: PositionState;
  readonly how: ClosedPosition['how'];
}

/** The average price of what was opened or closed. */
function averagePrice(terms: Terms, { lots, worth }: Turnover): Decimal {
  if (lots === 0n || worth === 0n) return '0';
  const amount = fromUnits(lots * terms.factor, 0);
  const value = fromUnits(worth, 0);
  const [numerator, divisor] = terms.contract.isInverse ? [amount, value] : [value, amount];
  const units = divide(numerator, divisor, { scale: priceScale, rounding: 'half-even' });
  return multiply(units, fromUnits(1n, terms.priceScale));
}

function closedPositionOf(venue: FuturesVenueState, { terms }: FuturesMarket, ending: Ending): ClosedPosition {
  const { before, ended, how } = ending;
  const { contract } = terms;
  const gross = ended.cost - ended.tradedCost;
  const leverage = divide(
    fromUnits(magnitudeOf(before.cost), 0),
    fromUnits(before.initial > 0n ? before.initial : 1n, 0),
    {
      scale: leverageScale,
      rounding: 'half-even',
    },
  );
  return {
    id: venue.identifiers.tradeId(),
    symbol: contract.symbol,
    settleCurrency: contract.settleCurrency,
    leverage,
    side: before.quantity > 0n ? 'LONG' : 'SHORT',
    how,
    marginMode: before.mode,
    grossPnl: writeMoney(terms, gross),
    tradeFee: writeMoney(terms, ended.commission - ended.funding),
    fundingReceived: writeMoney(terms, -ended.funding),
    pnl: writeMoney(terms, gross - ended.commission),
    openPrice: averagePrice(terms, ended.opened),
    closePrice: averagePrice(terms, ended.closed),
    openedAtMs: before.openedAtMs,
    closedAtMs: venue.clock.nowMs(),
  };
}

/** Stores a position that was closed. Those of the simulated traders are never read. */
export function recordClosed(venue: FuturesVenueState, market: FuturesMarket, ending: Ending): void {
  if (venue.isExempt(ending.accountId)) return;
  remember(accountOf(venue, ending.accountId).closedPositions, closedPositionOf(venue, market, ending), closedMemory);
}

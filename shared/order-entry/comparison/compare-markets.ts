import { absolute, add, compare, type Decimal, divide, minimum, multiply, subtract } from '#shared/decimal.ts';
import type { BookLevel } from '#shared/domain/market/book.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { Side } from '#shared/domain/scalars.ts';
import { slippageBps, walkBook } from '../book-walk.ts';
import { baseAmountOf, type MarketTerms, quoteWorthOf, working } from '../market-terms.ts';
import type { ComparedBook } from './compared-book.ts';
import { type Conversion, convert } from './conversion.ts';
import { sizeInMarket } from './size-in-market.ts';
import { t } from '#shared/words/t.ts';

/** What a market would give for the size now. Money is in the settlement currency unless it says otherwise. */
export interface MarketQuote {
  /** as its orders count: base currency on spot, lots on futures */
  readonly size: Decimal;
  /** the same in coin */
  readonly coin: Decimal;
  /** of the amount, in coin, what is less than a lot there */
  readonly rest: Decimal;
  readonly averagePrice: Decimal;
  /** the last level that it reaches: a limit there takes all of it, as long as the book stays */
  readonly worstPrice: Decimal;
  /** of the average, against the middle */
  readonly slippageBps: Decimal;
  readonly takerFeeRate: Decimal;
  readonly fee: Decimal;
  /** coin that is left on that side within a per cent of the best price */
  readonly depthLeft: Decimal;
  /** the known levels end before that per cent: there are more, of unknown size */
  readonly isDepthCut: boolean;
  /** proceeds or cost in the target currency, with fee and conversion; null: there is no conversion */
  readonly net: Decimal | null;
  /** the same for one coin: what the markets are ranked by */
  readonly netPrice: Decimal | null;
  readonly by: Conversion | null;
}

export interface ComparedMarket {
  readonly terms: MarketTerms;
  readonly asOfMs: number | null;
  /** null: the market cannot do it, see `unavailableReason` */
  readonly quote: MarketQuote | null;
  /** why it is not ranked; null: it is */
  readonly unavailableReason: string | null;
  /** how much worse than the best its net is, in hundredths of a per cent; null: not ranked */
  readonly behindBps: Decimal | null;
}

export interface ComparisonOptions {
  readonly side: Side;
  /** in coin */
  readonly coin: Decimal;
  readonly target: string;
  readonly markets: readonly MarketTerms[];
  readonly bookOf: (market: Market) => ComparedBook;
  /** the account's fee for taking there, a fraction; null: not known */
  readonly takerFeeRateOf: (market: Market) => Decimal | null;
  readonly pairs: ReadonlySet<string>;
  readonly isDollarAtPar: boolean;
}

/** The distance from the best price for which depth is stated. */
const depthRange = '0.01';

/** Every market at the same size: those that can do it by what they bring, the best first, then the rest as they came. */
export function compareMarkets(options: ComparisonOptions): ComparedMarket[] {
  const all = options.markets.map(terms => marketAt(terms, options));
  const worse = options.side === 'sell' ? -1 : 1;
  const ranked = all
    .flatMap(row => {
      const net = row.quote?.netPrice ?? null;
      return net === null ? [] : [{ row, net }];
    })
    .toSorted((one, other) => compare(one.net, other.net) * worse);
  let best: Decimal | null = null;
  const rankedMarkets: ComparedMarket[] = [];
  for (const { row, net } of ranked) {
    best ??= net;
    rankedMarkets.push({ ...row, behindBps: apartBps(net, best) });
  }
  return [...rankedMarkets, ...all.filter(({ unavailableReason }) => unavailableReason !== null)];
}

function apartBps(net: Decimal, best: Decimal): Decimal {
  return divide(multiply(absolute(subtract(net, best)), '10000'), absolute(best), { scale: 2, rounding: 'half-even' });
}

function marketAt(terms: MarketTerms, options: ComparisonOptions): ComparedMarket {
  const book = options.bookOf(terms);
  const { asOfMs } = book;
  const refused = (unavailableReason: string): ComparedMarket => ({
    terms,
    asOfMs,
    quote: null,
    unavailableReason,
    behindBps: null,
  });
  if (!book.isUsable) return refused(book.reason);
  const rate = options.takerFeeRateOf(terms);
  if (rate === null) return refused(t`The fee of the account in this market is unknown.`);
  const levels = options.side === 'buy' ? book.asks : book.bids;
  const sized = sizeInMarket(levels, options.coin, terms);
  const { size, coin, rest } = sized;
  const walk = walkBook(levels, { side: options.side, size, limit: null }, terms);
  // on an inverse contract lots are quote currency, at any price
  const worth = terms.isInverse ? quoteWorthOf(size, '1', terms) : walk.worth;
  const { averagePrice, worstPrice } = walk;
  if (sized.isTooThin) return refused(tooThin(levels, terms));
  if (averagePrice === null || worstPrice === null) return refused(tooSmall(terms));
  const problem = problemWith({ size, worth }, terms);
  if (problem !== null) return refused(problem);
  const { unavailableReason, ...net } = netOf({ terms, worth, rate, coin }, options);
  const slippage = slippageBps(averagePrice, book.mid);
  const fee = multiply(walk.worth, rate);
  const depth = depthAfter(levels, size, terms);
  const quote = {
    size,
    coin,
    rest,
    averagePrice,
    worstPrice,
    slippageBps: slippage,
    takerFeeRate: rate,
    fee,
    ...depth,
    ...net,
  };
  return { terms, asOfMs, quote, unavailableReason, behindBps: null };
}

interface MarketSize {
  readonly size: Decimal;
  /** in quote currency */
  readonly worth: Decimal;
}

function unitOf({ venue, baseCurrency }: MarketTerms): string {
  return venue === 'spot' ? baseCurrency : 'lots';
}

function tooSmall(terms: MarketTerms): string {
  return t`Less than its least size of ${terms.leastSize} ${unitOf(terms)}.`;
}

function problemWith({ size, worth }: MarketSize, terms: MarketTerms): string | null {
  const { leastSize, mostSize, leastFunds, quoteCurrency } = terms;
  if (compare(size, leastSize) < 0) return tooSmall(terms);
  if (mostSize !== null && compare(size, mostSize) > 0)
    return t`Above the maximum order of ${mostSize} ${unitOf(terms)}.`;
  return leastFunds !== null && compare(worth, leastFunds) < 0
    ? t`Below the minimum order of ${leastFunds} ${quoteCurrency}.`
    : null;
}

function tooThin(levels: readonly BookLevel[], terms: MarketTerms): string {
  let held: Decimal = '0';
  for (const [price, size] of levels) held = add(held, baseAmountOf(size, price, terms));
  const coin = divide(held, '1', { scale: 4, rounding: 'down' });
  return t`Too thin: the ${levels.length} levels that are known hold ${coin} ${terms.baseCurrency}.`;
}

interface Gross {
  readonly terms: MarketTerms;
  /** in quote currency */
  readonly worth: Decimal;
  readonly rate: Decimal;
  readonly coin: Decimal;
}

interface Net {
  readonly net: Decimal | null;
  readonly netPrice: Decimal | null;
  readonly by: Conversion | null;
  readonly unavailableReason: string | null;
}

/** The fee is a part of the worth in whatever it is paid: of an inverse contract in coin, which is worth as much. */
function netOf(
  { terms, worth, rate, coin }: Gross,
  { side, target, pairs, bookOf, isDollarAtPar }: ComparisonOptions,
): Net {
  const fee = multiply(worth, rate);
  const amount = side === 'sell' ? subtract(worth, fee) : add(worth, fee);
  const converted = convert(
    { side, amount, from: terms.quoteCurrency, to: target },
    { pairs, isDollarAtPar, bookOf: symbol => bookOf({ venue: 'spot', symbol }) },
  );
  if (!converted.ok) return { net: null, netPrice: null, by: null, unavailableReason: converted.reason };
  return {
    net: converted.amount,
    netPrice: divide(converted.amount, coin, working),
    by: converted.by,
    unavailableReason: null,
  };
}

/** What stays on that side within the range of its best price, when the order is through. */
function depthAfter(levels: readonly BookLevel[], size: Decimal, terms: MarketTerms) {
  let best: Decimal | null = null;
  let taken = size;
  let depthLeft: Decimal = '0';
  for (const [price, resting] of levels) {
    best ??= price;
    const isFar = compare(absolute(subtract(price, best)), multiply(best, depthRange)) > 0;
    if (isFar) return { depthLeft, isDepthCut: false };
    const gone = minimum(taken, resting);
    taken = subtract(taken, gone);
    depthLeft = add(depthLeft, baseAmountOf(subtract(resting, gone), price, terms));
  }
  return { depthLeft, isDepthCut: true };
}

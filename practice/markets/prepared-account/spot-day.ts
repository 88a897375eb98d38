import { add, type Decimal, divide, fromNumber, roundToStep, subtract } from '#shared/decimal.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import { integer, logNormal } from '#practice/kernel/random.ts';
import type { SpotOrder, SpotPair, SpotPlacement } from '#practice/spot/types.ts';
import { accepted, type PreparedAccountOptions, priceAway } from './options.ts';

/** What the account did with one order of its day. */
type TradingAction = 'market' | 'cross' | 'quote' | 'quote-in-parts' | 'cut-short' | 'abandon';

interface Plan {
  /** 0 = the day's beginning, 1 = its end */
  readonly at: number;
  readonly action: TradingAction;
  readonly symbol: string;
  readonly side: Side;
  readonly valueUsdt: number;
}

const actions: readonly TradingAction[] = [
  'market',
  'quote',
  'cross',
  'quote-in-parts',
  'market',
  'abandon',
  'quote',
  'cut-short',
  'cross',
  'quote-in-parts',
];
const symbols = [
  'BTC-USDT',
  'ETH-USDT',
  'BTC-USDT',
  'SOL-USDT',
  'XRP-USDT',
  'ETH-BTC',
  'KCS-USDT',
  'DOGE-USDT',
] as const;
const orderCount = 40;
const typicalValue = { median: 1900, sigma: 0.8 } as const;
const mostValue = 9000;

/** The account's spot orders over the day before the start. */
interface SpotDay {
  /** does what is due at this moment of the day (0 … 1) */
  actionUntil(progress: number): void;
}

function makePlans({ random }: PreparedAccountOptions): readonly Plan[] {
  return Array.from({ length: orderCount }, (_, index) => ({
    at: (index + random.next()) / orderCount,
    action: actions[index % actions.length] ?? 'market',
    symbol: symbols[integer(random, 0, symbols.length - 1)] ?? 'BTC-USDT',
    side: random.next() < 0.5 ? ('buy' as const) : ('sell' as const),
    valueUsdt: Math.min(mostValue, logNormal(random, typicalValue)),
  }));
}

export function createSpotDay(options: PreparedAccountOptions): SpotDay {
  const plans = [...makePlans(options)];
  const abandoned: SpotOrder[] = [];
  return {
    actionUntil(progress) {
      for (const order of abandoned.splice(0)) options.spot.cancel(options.accountId, order.id);
      for (let plan = plans[0]; plan !== undefined && plan.at <= progress; plan = plans[0]) {
        plans.shift();
        const left = carryOut(options, plan);
        if (left !== null) abandoned.push(left);
      }
    },
  };
}

/** Answers the order that is to be cancelled at the next opportunity, if any. */
function carryOut(options: PreparedAccountOptions, plan: Plan): SpotOrder | null {
  const pair = options.spot.pair(plan.symbol);
  if (pair === null) throw new Error(`no such pair: ${plan.symbol}`);
  const size = sizeOf(options, pair, plan.valueUsdt);
  options.requote(pair.symbol);
  const place = (placement: Partial<SpotPlacement>): SpotOrder | null =>
    accepted(
      options,
      pair.symbol,
      options.spot.place(options.accountId, {
        symbol: pair.symbol,
        side: plan.side,
        type: 'limit',
        size,
        ...placement,
      }),
    );
  const towards = plan.side === 'buy' ? 1 : -1;
  if (plan.action === 'market') place({ type: 'market' });
  else if (plan.action === 'cross') place({ price: priceAway(options, pair.symbol, towards * 0.001) });
  else if (plan.action === 'abandon') {
    return place({ price: priceAway(options, pair.symbol, towards * -0.012), remark: 'no fill' });
  } else return quote(options, { plan, pair, size, place });
  return null;
}

interface Quoting {
  readonly plan: Plan;
  readonly pair: SpotPair;
  readonly size: Decimal;
  readonly place: (placement: Partial<SpotPlacement>) => SpotOrder | null;
}

const sharesOf: Readonly<Record<string, readonly number[]>> = {
  quote: [1],
  'quote-in-parts': [0.31, 0.22, 0.47],
  'cut-short': [0.4],
};

/** The account is first in the queue and another account trades against it. */
function quote(options: PreparedAccountOptions, { plan, pair, size, place }: Quoting): SpotOrder | null {
  const floor = priceAway(options, pair.symbol, 0);
  const price = plan.side === 'buy' ? subtract(floor, pair.priceIncrement) : add(floor, pair.priceIncrement);
  const order = place({ price, isPostOnly: plan.action === 'quote' });
  if (order === null) return null;
  let left = size;
  const shares = sharesOf[plan.action] ?? [1];
  for (const [index, share] of shares.entries()) {
    const isLast = index === shares.length - 1 && plan.action !== 'cut-short';
    const part = isLast ? left : roundToStep(fromNumber(Number(size) * share), pair.baseIncrement, 'floor');
    left = subtract(left, part);
    const taker = options.takerOf(pair.symbol);
    const side = plan.side === 'buy' ? 'sell' : 'buy';
    accepted(
      options,
      pair.symbol,
      options.spot.place(taker, { symbol: pair.symbol, side, type: 'limit', timeInForce: 'IOC', price, size: part }),
    );
  }
  return plan.action === 'cut-short' ? order : null;
}

/** A size worth about so many USDT; a person types round numbers more often than not. */
function sizeOf(options: PreparedAccountOptions, pair: SpotPair, valueUsdt: number): Decimal {
  const quoteUsdt = pair.quoteCurrency === 'BTC' ? options.fairPrice('BTC-USDT') : 1;
  const price = fromNumber(options.fairPrice(pair.symbol) * quoteUsdt);
  const exact = divide(fromNumber(valueUsdt), price, { scale: 12, rounding: 'down' });
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Number(exact))));
  const rounded = options.random.next() < 0.7 ? fromNumber(Number(Number(exact).toFixed(Math.min(digits, 8)))) : exact;
  const size = roundToStep(rounded, pair.baseIncrement, 'floor');
  return Number(size) < Number(pair.baseMinSize) ? pair.baseMinSize : size;
}

import { add, type Decimal, subtract } from '#shared/decimal.ts';
import type { FuturesOrder, FuturesPlacement } from '#practice/futures/order-types.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import { accepted, type PreparedAccountOptions, priceAway } from './options.ts';

type TradingAction = 'market' | 'quote' | 'abandon';

/** One order of the account's futures day: when (0 … 1), what, and how. */
interface Plan {
  readonly at: number;
  readonly action: TradingAction;
  readonly symbol: string;
  readonly side: Side;
  readonly lots: Decimal;
  readonly leverage: Decimal;
  readonly extra?: Partial<FuturesPlacement>;
}

const close: Partial<FuturesPlacement> = { isReduceOnly: true };
const cross: Partial<FuturesPlacement> = { marginMode: 'CROSS' };
const onCrossMargin = ['SOLUSDTM'] as const;

/**
 * At the end the account is long bitcoin, short ether, long the inverse contract, long solana on cross margin, and long
 * ripple with so much leverage that the liquidation price is about 3 % below the mark. DOGE is opened and closed.
 */
const plans: readonly Plan[] = [
  { at: 0.04, action: 'market', symbol: 'DOGEUSDTM', side: 'buy', lots: '120', leverage: '5' },
  { at: 0.08, action: 'abandon', symbol: 'XBTUSDTM', side: 'buy', lots: '30', leverage: '10' },
  { at: 0.11, action: 'quote', symbol: 'DOGEUSDTM', side: 'sell', lots: '60', leverage: '5', extra: close },
  { at: 0.17, action: 'quote', symbol: 'ETHUSDTM', side: 'sell', lots: '150', leverage: '5' },
  { at: 0.22, action: 'market', symbol: 'DOGEUSDTM', side: 'sell', lots: '60', leverage: '5', extra: close },
  { at: 0.28, action: 'market', symbol: 'XBTUSDM', side: 'buy', lots: '5000', leverage: '8' },
  { at: 0.34, action: 'market', symbol: 'ETHUSDTM', side: 'sell', lots: '180', leverage: '5' },
  { at: 0.38, action: 'quote', symbol: 'XBTUSDTM', side: 'buy', lots: '60', leverage: '10' },
  { at: 0.41, action: 'abandon', symbol: 'ETHUSDTM', side: 'sell', lots: '100', leverage: '5' },
  { at: 0.45, action: 'market', symbol: 'SOLUSDTM', side: 'buy', lots: '220', leverage: '10', extra: cross },
  { at: 0.49, action: 'quote', symbol: 'ETHUSDTM', side: 'buy', lots: '40', leverage: '5', extra: close },
  { at: 0.54, action: 'market', symbol: 'XBTUSDTM', side: 'buy', lots: '90', leverage: '10' },
  { at: 0.59, action: 'quote', symbol: 'XBTUSDM', side: 'buy', lots: '4000', leverage: '8' },
  { at: 0.63, action: 'market', symbol: 'DOGEUSDTM', side: 'sell', lots: '90', leverage: '5' },
  { at: 0.67, action: 'quote', symbol: 'DOGEUSDTM', side: 'buy', lots: '90', leverage: '5', extra: close },
  { at: 0.71, action: 'market', symbol: 'XBTUSDTM', side: 'sell', lots: '30', leverage: '10', extra: close },
  { at: 0.76, action: 'quote', symbol: 'SOLUSDTM', side: 'buy', lots: '80', leverage: '10', extra: cross },
  { at: 0.81, action: 'abandon', symbol: 'SOLUSDTM', side: 'sell', lots: '50', leverage: '10', extra: cross },
  { at: 0.86, action: 'quote', symbol: 'ETHUSDTM', side: 'sell', lots: '110', leverage: '5' },
  { at: 0.9, action: 'market', symbol: 'XBTUSDM', side: 'sell', lots: '1000', leverage: '8', extra: close },
  { at: 0.985, action: 'market', symbol: 'XRPUSDTM', side: 'buy', lots: '500', leverage: '27' },
  { at: 0.995, action: 'quote', symbol: 'XRPUSDTM', side: 'buy', lots: '400', leverage: '27' },
];

/** The account's futures orders over the day before the start. */
interface FuturesDay {
  /** does what is due at this moment of the day (0 … 1) */
  actionUntil(progress: number): void;
}

export function createFuturesDay(options: PreparedAccountOptions): FuturesDay {
  for (const symbol of onCrossMargin) options.futures.changeMarginMode(options.accountId, symbol, 'CROSS');
  const waiting = [...plans];
  const abandoned: FuturesOrder[] = [];
  return {
    actionUntil(progress) {
      for (const order of abandoned.splice(0)) options.futures.cancel(options.accountId, order.id);
      for (let plan = waiting[0]; plan !== undefined && plan.at <= progress; plan = waiting[0]) {
        waiting.shift();
        const left = carryOut(options, plan);
        if (left !== null) abandoned.push(left);
      }
    },
  };
}

function place(options: PreparedAccountOptions, plan: Plan, how: Partial<FuturesPlacement>): FuturesOrder | null {
  const { symbol, side, lots, leverage, extra } = plan;
  const placement: FuturesPlacement = { symbol, side, type: 'limit', size: lots, leverage, ...extra, ...how };
  return accepted(options, symbol, options.futures.place(options.accountId, placement));
}

/** Answers the order that is to be cancelled at the next opportunity, if any. */
function carryOut(options: PreparedAccountOptions, plan: Plan): FuturesOrder | null {
  options.requote(plan.symbol);
  if (plan.action === 'market') {
    place(options, plan, { type: 'market' });
    return null;
  }
  if (plan.action === 'abandon') {
    return place(options, plan, { price: priceAway(options, plan.symbol, plan.side === 'buy' ? -0.012 : 0.012) });
  }
  quote(options, plan);
  return null;
}

function quote(options: PreparedAccountOptions, plan: Plan): void {
  const contract = options.futures.contract(plan.symbol);
  if (contract === null) throw new Error(`no such contract: ${plan.symbol}`);
  const floor = priceAway(options, plan.symbol, 0);
  const price = plan.side === 'buy' ? subtract(floor, contract.tickSize) : add(floor, contract.tickSize);
  if (place(options, plan, { price, isPostOnly: true }) === null) return;
  const placement: FuturesPlacement = {
    symbol: plan.symbol,
    side: plan.side === 'buy' ? 'sell' : 'buy',
    type: 'limit',
    timeInForce: 'IOC',
    price,
    size: plan.lots,
    leverage: '1',
  };
  accepted(options, plan.symbol, options.futures.place(options.takerOf(plan.symbol), placement));
}

import type { Decimal } from '#shared/decimal.ts';
import type { FuturesPlacement } from '#practice/futures/order-types.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import type { SpotPlacement, SpotStopPlacement } from '#practice/spot/types.ts';
import { accepted, type PreparedAccountOptions, priceAway } from './options.ts';

/** An order far enough from the market to stay open: symbol, side, size, distance of its price. */
interface Resting<Extra> {
  readonly symbol: string;
  readonly side: Side;
  readonly size: Decimal;
  /** −0.02 = 2 % below the fair price; a stop's limit price, absent for a market order */
  readonly away?: number;
  readonly extra?: Partial<Extra>;
}

interface Waiting<Extra> extends Resting<Extra> {
  readonly stopAway: number;
}

const weekS = 604_800;
const monthS = 2_592_000;

/** One of each kind: good till cancelled, till a time, post-only, iceberg, hidden. */
const spotOrders: readonly Resting<SpotPlacement>[] = [
  { symbol: 'BTC-USDT', side: 'buy', size: '0.05', away: -0.026 },
  { symbol: 'BTC-USDT', side: 'sell', size: '0.08', away: 0.031, extra: { remark: 'take profit' } },
  { symbol: 'BTC-USDT', side: 'buy', size: '0.12', away: -0.034, extra: { isPostOnly: true } },
  {
    symbol: 'BTC-USDT',
    side: 'buy',
    size: '0.2',
    away: -0.042,
    extra: { timeInForce: 'GTT', cancelAfterS: weekS, remark: 'week low' },
  },
  { symbol: 'BTC-USDT', side: 'sell', size: '1.2', away: 0.045, extra: { isIceberg: true, visibleSize: '0.15' } },
  { symbol: 'ETH-USDT', side: 'sell', size: '6.5', away: 0.04, extra: { isHidden: true } },
  { symbol: 'ETH-USDT', side: 'buy', size: '3', away: -0.038, extra: { selfTradePrevention: 'CN' } },
  { symbol: 'SOL-USDT', side: 'buy', size: '42.5', away: -0.047 },
  { symbol: 'SOL-USDT', side: 'sell', size: '120', away: 0.055, extra: { isPostOnly: true, tags: 'swing' } },
  { symbol: 'XRP-USDT', side: 'sell', size: '8000', away: 0.029 },
  {
    symbol: 'KCS-USDT',
    side: 'buy',
    size: '450',
    away: -0.035,
    extra: { timeInForce: 'GTT', cancelAfterS: monthS },
  },
  { symbol: 'DOGE-USDT', side: 'buy', size: '25000', away: -0.06, extra: { isIceberg: true, visibleSize: '2500' } },
  { symbol: 'ETH-BTC', side: 'buy', size: '4', away: -0.05 },
];

/** Both ways: `loss` waits for a fall, `entry` for a rise. The last one leaves the kind to the exchange. */
const spotStops: readonly Waiting<SpotStopPlacement>[] = [
  { symbol: 'BTC-USDT', side: 'sell', size: '0.25', stopAway: -0.03, away: -0.032, extra: { stop: 'loss' } },
  { symbol: 'BTC-USDT', side: 'buy', size: '0.1', stopAway: 0.033, away: 0.035, extra: { stop: 'entry' } },
  { symbol: 'ETH-USDT', side: 'sell', size: '8', stopAway: -0.045, extra: { stop: 'loss', remark: 'protect' } },
  { symbol: 'SOL-USDT', side: 'buy', size: '60', stopAway: 0.05, away: 0.052, extra: { stop: 'entry' } },
  { symbol: 'XRP-USDT', side: 'sell', size: '5000', stopAway: -0.028, away: -0.03 },
];

const futuresOrders: readonly Resting<FuturesPlacement>[] = [
  { symbol: 'XBTUSDTM', side: 'sell', size: '60', away: 0.035, extra: { leverage: '10', isReduceOnly: true } },
  { symbol: 'XBTUSDTM', side: 'buy', size: '40', away: -0.032, extra: { leverage: '10', isPostOnly: true } },
  { symbol: 'ETHUSDTM', side: 'buy', size: '100', away: -0.041, extra: { leverage: '5', remark: 'take profit' } },
  {
    symbol: 'ETHUSDTM',
    side: 'sell',
    size: '240',
    away: 0.044,
    extra: { leverage: '5', isIceberg: true, visibleSize: '40' },
  },
  { symbol: 'DOGEUSDTM', side: 'buy', size: '80', away: -0.055, extra: { leverage: '5', isHidden: true } },
  { symbol: 'SOLUSDTM', side: 'buy', size: '60', away: -0.046, extra: { leverage: '10', marginMode: 'CROSS' } },
  { symbol: 'XBTUSDM', side: 'sell', size: '3000', away: 0.036, extra: { leverage: '8' } },
];

/** Up and down, by the last trade (TP), the mark (MP) and the index (IP). */
const futuresStops: readonly Waiting<FuturesPlacement>[] = [
  {
    symbol: 'XBTUSDTM',
    side: 'sell',
    size: '120',
    stopAway: -0.04,
    extra: { leverage: '10', stop: 'down', stopPriceType: 'MP', isReduceOnly: true, remark: 'stop loss' },
  },
  {
    symbol: 'XBTUSDTM',
    side: 'buy',
    size: '50',
    stopAway: 0.038,
    away: 0.04,
    extra: { leverage: '10', stop: 'up', stopPriceType: 'TP' },
  },
  {
    symbol: 'ETHUSDTM',
    side: 'buy',
    size: '200',
    stopAway: 0.05,
    extra: { leverage: '5', stop: 'up', stopPriceType: 'IP', isReduceOnly: true },
  },
  {
    symbol: 'SOLUSDTM',
    side: 'sell',
    size: '150',
    stopAway: -0.055,
    away: -0.057,
    extra: { leverage: '10', stop: 'down', stopPriceType: 'TP', marginMode: 'CROSS' },
  },
];

/** The resting orders and the untriggered stops when the market opens. */
interface RestingOrders {
  /** places what is due at this moment of the day (0 … 1) */
  actionUntil(progress: number): void;
  /** places what is left; the makers are out of the book for that moment */
  open(): void;
}

/** The last hour and a half of the day: long enough for ages of every kind, too short for a price to reach an order. */
const firstAt = 0.935;
const lastAt = 0.999;
/** the lists are by market, and no trader works through markets one by one */
const stride = 7;

const youngestAgoMs = 4 * 60_000;
const agoStepMs = 613_000;
/** as long as the others lie apart */
const agoSpanMs = 80 * 60_000;

export function createRestingOrders(options: PreparedAccountOptions): RestingOrders {
  const actions = placements(options);
  // the books of contracts have no depth in the past, where an order in them would be taken for the market: they are
  // placed at the end, as of then
  const last = futuresOrders.map(
    (order, index) => () =>
      options.ago(
        youngestAgoMs + ((index * stride * agoStepMs) % agoSpanMs),
        () => void accepted(options, order.symbol, options.futures.place(options.accountId, dress(options, order))),
      ),
  );
  const waiting = actions
    .map((place, index) => ({
      place,
      at: firstAt + ((lastAt - firstAt) * ((index * stride) % actions.length)) / actions.length,
    }))
    .toSorted((a, b) => a.at - b.at);
  return {
    actionUntil(progress) {
      for (let next = waiting[0]; next !== undefined && next.at <= progress; next = waiting[0]) {
        waiting.shift();
        next.place();
      }
    },
    open() {
      for (const { place } of waiting.splice(0)) place();
      for (const place of last) place();
    },
  };
}

/** Each reckons its price when it is placed. */
function placements(options: PreparedAccountOptions): readonly (() => void)[] {
  const { accountId, spot, futures } = options;
  const stopPrice = (stop: Waiting<unknown>) => priceAway(options, stop.symbol, stop.stopAway);
  return [
    ...spotOrders.map(
      order => () => void accepted(options, order.symbol, spot.place(accountId, dress(options, order))),
    ),
    ...spotStops.map(stop => () => {
      const placement = { ...dress(options, stop), stopPrice: stopPrice(stop) };
      accepted(options, stop.symbol, spot.placeStop(accountId, placement));
    }),
    ...futuresStops.map(stop => () => {
      const placement = { ...dress(options, stop), stopPrice: stopPrice(stop) };
      accepted(options, stop.symbol, futures.place(accountId, placement));
    }),
  ];
}

function dress<Extra>(options: PreparedAccountOptions, { symbol, side, size, away, extra }: Resting<Extra>) {
  const kind =
    away === undefined
      ? { type: 'market' as const }
      : { type: 'limit' as const, price: priceAway(options, symbol, away) };
  return { symbol, side, size, ...kind, ...extra };
}

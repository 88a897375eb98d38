import { type Decimal, fromUnits, scaleOf, toUnits } from '#shared/decimal.ts';
import type { FuturesVenue } from '../futures/types.ts';
import type { Outcome, OutsideTrade, Rejection, Side } from '../kernel/kernel.ts';
import type { SpotVenue } from '../spot/types.ts';

/** A limit order of a simulated trader: whole ticks, whole lots. */
export interface TraderOrder {
  readonly side: Side;
  readonly ticks: number;
  readonly lots: number;
}

/** One market as the simulated traders see it, whichever venue it is at. */
export interface MarketPort {
  readonly symbol: string;
  /** price of one tick and size of one lot as doubles: for chance, never for money */
  readonly tick: number;
  readonly lot: number;
  readonly leastLots: number;
  readonly mostLots: number;
  /** places a resting order; null when nothing of it rests (it traded, or was refused) */
  rest(accountId: string, order: TraderOrder): string | null;
  /** takes what is there up to the price and lets the rest go; answers the lots it got */
  take(accountId: string, order: TraderOrder): number;
  /** a trade of others than the traders here, put on the tape; false when an order on the book comes first */
  record(order: TraderOrder): boolean;
  cancel(accountId: string, orderId: string): void;
  /** any order in this market is done; one listener per market */
  onDone(listener: (orderId: string) => void): void;
  /** `fill` runs once, before whatever is read from or done in the book next */
  fillOnUse(fill: () => void): void;
}

interface PortOptions {
  /** a simulated trader was refused: it has run out of money, or the tables are wrong */
  readonly onRejection: (symbol: string, rejection: Rejection) => void;
}

/** Writes whole steps as decimals. */
function createScale(step: Decimal): { write(steps: number): Decimal; read(value: Decimal): number; size: number } {
  const scale = scaleOf(step);
  const units = toUnits(step, scale);
  return {
    write: steps => fromUnits(BigInt(steps) * units, scale),
    read: value => Number(toUnits(value, scale) / units),
    size: Number(step),
  };
}

interface Placed {
  readonly id: string;
  readonly isResting: boolean;
  readonly dealSize: Decimal;
}

interface PortVenue {
  readonly symbol: string;
  readonly price: Decimal;
  readonly size: Decimal;
  readonly leastSize: Decimal;
  readonly mostSize: Decimal;
  place(
    accountId: string,
    order: { side: Side; price: Decimal; size: Decimal; timeInForce: 'GTC' | 'IOC' },
  ): Outcome<Placed>;
  record(trade: Omit<OutsideTrade, 'symbol'>): boolean;
  cancel(accountId: string, orderId: string): void;
  onDone(listener: (orderId: string) => void): void;
  fillOnUse(fill: () => void): void;
}

function createPort(venue: PortVenue, options: PortOptions): MarketPort {
  const prices = createScale(venue.price);
  const sizes = createScale(venue.size);
  const place = (accountId: string, order: TraderOrder, timeInForce: 'GTC' | 'IOC'): Placed | null => {
    const placed = venue.place(accountId, {
      side: order.side,
      price: prices.write(order.ticks),
      size: sizes.write(order.lots),
      timeInForce,
    });
    if (placed.ok) return placed.value;
    options.onRejection(venue.symbol, placed);
    return null;
  };
  return {
    symbol: venue.symbol,
    tick: prices.size,
    lot: sizes.size,
    leastLots: Math.max(1, sizes.read(venue.leastSize)),
    mostLots: sizes.read(venue.mostSize),
    rest(accountId, order) {
      const placed = place(accountId, order, 'GTC');
      return placed?.isResting === true ? placed.id : null;
    },
    take(accountId, order) {
      const placed = place(accountId, order, 'IOC');
      return placed === null ? 0 : sizes.read(placed.dealSize);
    },
    record: ({ side, ticks, lots }) =>
      venue.record({ takerSide: side, price: prices.write(ticks), size: sizes.write(lots) }),
    cancel: (accountId, orderId) => venue.cancel(accountId, orderId),
    onDone: listener => venue.onDone(listener),
    fillOnUse: fill => venue.fillOnUse(fill),
  };
}

/** Notifies the listener of a symbol: one listener at the venue instead of one per market. */
function createDoneListeners() {
  const listeners = new Map<string, (orderId: string) => void>();
  return {
    emit: (symbol: string, orderId: string): void => listeners.get(symbol)?.(orderId),
    listen: (symbol: string, listener: (orderId: string) => void): void => void listeners.set(symbol, listener),
  };
}

type DoneListeners = ReturnType<typeof createDoneListeners>;

/** The way to a market of the venue. Throws when the venue has no such symbol: the tables of the markets disagree. */
type OpenPort = (symbol: string) => MarketPort;

export function createSpotPorts(venue: SpotVenue, options: PortOptions): OpenPort {
  const done = createDoneListeners();
  venue.onOrderEnded(({ symbol, orderId }) => done.emit(symbol, orderId));
  return symbol => createPort(spotVenueOf(venue, symbol, done), options);
}

export function createFuturesPorts(venue: FuturesVenue, options: PortOptions): OpenPort {
  const done = createDoneListeners();
  venue.onOrderEnded(({ symbol, orderId }) => done.emit(symbol, orderId));
  return symbol => createPort(futuresVenueOf(venue, symbol, done), options);
}

function spotVenueOf(venue: SpotVenue, symbol: string, done: DoneListeners): PortVenue {
  const pair = venue.pair(symbol);
  if (pair === null) throw new Error(`no such pair: ${symbol}`);
  return {
    symbol,
    price: pair.priceIncrement,
    size: pair.baseIncrement,
    leastSize: pair.baseMinSize,
    mostSize: pair.baseMaxSize,
    place(accountId, order) {
      const placed = venue.place(accountId, { symbol, type: 'limit', ...order });
      if (!placed.ok) return placed;
      const { id, isActive, dealSize } = placed.value;
      return { ok: true, value: { id, isResting: isActive, dealSize } };
    },
    record: trade => venue.recordTrade({ symbol, ...trade }),
    cancel: (accountId, orderId) => void venue.cancel(accountId, orderId),
    onDone: listener => done.listen(symbol, listener),
    fillOnUse: fill => venue.fillOnUse(symbol, fill),
  };
}

/** Simulated traders trade without leverage: nothing that happens in a day liquidates them. */
function futuresVenueOf(venue: FuturesVenue, symbol: string, done: DoneListeners): PortVenue {
  const contract = venue.contract(symbol);
  if (contract === null) throw new Error(`no such contract: ${symbol}`);
  return {
    symbol,
    price: contract.tickSize,
    size: contract.lotSize,
    leastSize: contract.lotSize,
    mostSize: contract.maxOrderQty,
    place(accountId, order) {
      const placed = venue.place(accountId, { symbol, type: 'limit', leverage: '1', ...order });
      if (!placed.ok) return placed;
      const { id, status, dealSize } = placed.value;
      return { ok: true, value: { id, isResting: status === 'open', dealSize } };
    },
    record: trade => venue.recordTrade({ symbol, ...trade }),
    cancel: (accountId, orderId) => void venue.cancel(accountId, orderId),
    onDone: listener => done.listen(symbol, listener),
    fillOnUse: fill => venue.fillOnUse(symbol, fill),
  };
}

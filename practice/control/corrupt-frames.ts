import { compare, type Decimal, isDecimal, isPositive, multiply } from '#shared/decimal.ts';
import type { OutgoingFrame } from '../feed/connection/faults.ts';
import { type JsonFields, type JsonValue, writeJson } from '../wire/json.ts';

/** Frames as a broken exchange would send them. Each answers null when the frame offers nothing to break that way. */

type Members = JsonFields;

function isMembers(value: JsonValue | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && value.constructor === Object;
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function withData({ body }: OutgoingFrame, data: JsonValue): string {
  return writeJson({ ...body, data });
}

function priceOf(row: JsonValue | undefined): Decimal | null {
  const price = isList(row) ? row[0] : row;
  return typeof price === 'string' && isDecimal(price) && isPositive(price) ? price : null;
}

/** The first price found in any of the lists of levels. */
function anyPrice(...sides: readonly (JsonValue | undefined)[]): Decimal | null {
  for (const side of sides) {
    for (const row of isList(side) ? side : []) {
      const price = priceOf(row);
      if (price !== null) return price;
    }
  }
  return null;
}

/** Spot increments: one more bid, far above the market. */
function crossIncrement(data: Members, { asks, bids }: Members): JsonValue | null {
  const price = anyPrice(asks, bids);
  if (price === null) return null;
  const row = [multiply(price, '2'), '1', writeJson(data['sequenceEnd'] ?? null)];
  return { ...data, changes: { asks: asks ?? [], bids: [...(isList(bids) ? bids : []), row] } };
}

/** Futures increments: `"price,side,size"` becomes a bid far above the market. */
function crossChange(data: Members, change: string): JsonValue | null {
  const [price = ''] = change.split(',', 1);
  return isDecimal(price) && isPositive(price) ? { ...data, change: `${multiply(price, '2')},buy,1` } : null;
}

function swap(data: Members, first: string, second: string): Members {
  return { ...data, [first]: data[second], [second]: data[first] };
}

function bestOf(side: JsonValue | undefined): Decimal | null {
  return isList(side) ? priceOf(isList(side[0]) ? side[0] : side) : null;
}

function crossData(data: Members): JsonValue | null {
  if (isMembers(data['changes'])) return crossIncrement(data, data['changes']);
  if (typeof data['change'] === 'string') return crossChange(data, data['change']);
  const [ask, bid] = [bestOf(data['asks']), bestOf(data['bids'])];
  if (ask !== null && bid !== null) return compare(ask, bid) > 0 ? swap(data, 'asks', 'bids') : null;
  if ('bestAsk' in data) return swap(swap(data, 'bestAsk', 'bestBid'), 'bestAskSize', 'bestBidSize');
  if ('bestAskPrice' in data) return swap(swap(data, 'bestAskPrice', 'bestBidPrice'), 'bestAskSize', 'bestBidSize');
  return null;
}

/** The frame with its best bid above its best ask. */
export function crossed(frame: OutgoingFrame): string | null {
  const { data } = frame.body;
  const corrupted = isMembers(data) ? crossData(data) : null;
  return corrupted === null ? null : withData(frame, corrupted);
}

/** how many numbers of the previous increments an overlapping one claims again */
const overlap = 3;

function sequenceOf(value: JsonValue | undefined): number | null {
  return typeof value === 'bigint' || typeof value === 'number' ? Number(value) : null;
}

/** A spot increment that begins before the end of the previous one; its rows are its own. */
export function overlapping(frame: OutgoingFrame): string | null {
  const { data } = frame.body;
  const start = isMembers(data) ? sequenceOf(data['sequenceStart']) : null;
  if (start === null || !isMembers(data)) return null;
  return withData(frame, { ...data, sequenceStart: Math.max(1, start - overlap) });
}

/** Replaces the first price or amount that it meets. */
function spoilNumber(value: JsonValue): { readonly value: JsonValue; readonly isSpoilt: boolean } {
  if (typeof value === 'string' && isDecimal(value)) return { value: 'NaN', isSpoilt: true };
  if (typeof value === 'string' && /^[\d.]+,(buy|sell),/.test(value)) {
    return { value: value.replace(/^[^,]*/, '-'), isSpoilt: true };
  }
  if (isList(value)) {
    const [index, spoilt] = firstSpoilt(value);
    return spoilt === null ? { value, isSpoilt: false } : { value: value.with(index, spoilt), isSpoilt: true };
  }
  if (!isMembers(value)) return { value, isSpoilt: false };
  const names = Object.keys(value);
  const [index, spoilt] = firstSpoilt(names.map(name => value[name] ?? null));
  const name = names[index];
  return spoilt === null || name === undefined
    ? { value, isSpoilt: false }
    : { value: { ...value, [name]: spoilt }, isSpoilt: true };
}

function firstSpoilt(values: readonly JsonValue[]): readonly [number, JsonValue | null] {
  for (const [index, each] of values.entries()) {
    const { value, isSpoilt } = spoilNumber(each);
    if (isSpoilt) return [index, value];
  }
  return [-1, null];
}

/** The frame as no parser should take it. */
export function malformed(frame: OutgoingFrame, how: 'cut' | 'shape' | 'number'): string | null {
  if (how === 'cut') return frame.text.slice(0, Math.floor(frame.text.length / 2));
  if (how === 'shape') return withData(frame, [['unexpected', { data: null }]]);
  const { value, isSpoilt } = spoilNumber(frame.body['data'] ?? null);
  return isSpoilt ? withData(frame, value) : null;
}

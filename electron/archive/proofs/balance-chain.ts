import { compare, type Decimal, isDecimal, negate, subtract } from '#shared/decimal.ts';
import type { FoundRow } from '../archive-store.ts';
import type { MissingRows } from './missing-rows.ts';

/** A row of a ledger whose balance does not follow from the booking before it: bookings between both are missing. */
export interface ChainBreak extends MissingRows {
  /** the balance after the booking before it */
  readonly expected: Decimal;
  /** the balance before this booking, which its own balance and amount state */
  readonly found: Decimal;
}

interface Booking {
  readonly key: string;
  readonly timeMs: number;
  readonly before: Decimal;
  readonly after: Decimal;
}

/** A wallet of each pair: a booking does not always name the pair, so that its chain is not known. */
const isIsolated = (wallet: string | null) => wallet !== null && wallet.startsWith('ISOLATED');

function toBooking({ key, timeMs, columns: { amount, balance, side } }: FoundRow): Booking | null {
  if (amount === null || balance === null || !isDecimal(amount) || !isDecimal(balance)) return null;
  const signed = side === 'out' ? negate(amount) : amount;
  return { key, timeMs, before: subtract(balance, signed), after: balance };
}

function startsAt(balance: Decimal) {
  return ({ before }: Booking) => compare(before, balance) === 0;
}

/**
 * Bookings of one millisecond in an order in which each follows from the one before, as far as there is one; the rest as they
 * are. `balance`: before the first of them; null: not known.
 */
function inChain(bookings: readonly Booking[], balance: Decimal | null): readonly Booking[] {
  if (bookings.length === 1) return bookings;
  const left = [...bookings];
  const ordered: Booking[] = [];
  // the first one follows from no other
  const isFirst = (booking: Booking) => !left.some(other => other !== booking && startsAt(other.after)(booking));
  let next = balance === null ? left.findIndex(isFirst) : left.findIndex(startsAt(balance));
  while (next >= 0) {
    const [booking] = left.splice(next, 1);
    if (booking === undefined) break;
    ordered.push(booking);
    next = left.findIndex(startsAt(booking.after));
  }
  return [...ordered, ...left];
}

/** The currency and wallet that a row belongs to; null: its balance follows from no other row. */
export function chainOf({ columns: { currency, wallet, balance } }: FoundRow): string | null {
  return currency === null || balance === null || isIsolated(wallet) ? null : JSON.stringify([currency, wallet]);
}

interface Chain {
  readonly currency: string;
  readonly bookings: Booking[];
}

/** Two bookings that follow one another. */
interface Link {
  readonly previous: Booking;
  readonly booking: Booking;
  /** the balance of the second follows from the first */
  readonly holds: boolean;
}

function chainsOf(rows: readonly FoundRow[]): readonly Chain[] {
  const chains = new Map<string, Chain>();
  for (const row of rows) {
    const { currency } = row.columns;
    const name = chainOf(row);
    const booking = toBooking(row);
    if (name === null || booking === null || currency === null) continue;
    const chain = chains.get(name) ?? { currency, bookings: [] };
    chain.bookings.push(booking);
    chains.set(name, chain);
  }
  return [...chains.values()];
}

/** The id of the exchange is the part of the key that is a number. */
const idOf = ({ key }: Booking) => key.split(' ').find(part => /^\d+$/u.test(part)) ?? key;

/** By time, then by id: a longer number is a larger one. */
function inOrder(a: Booking, b: Booking): number {
  const [one, other] = [idOf(a), idOf(b)];
  return a.timeMs - b.timeMs || one.length - other.length || (one < other ? -1 : 1);
}

function linksOf({ bookings }: Chain): readonly Link[] {
  const times = Map.groupBy(bookings.toSorted(inOrder), ({ timeMs }) => timeMs);
  const ordered: Booking[] = [];
  for (const group of times.values()) ordered.push(...inChain(group, ordered.at(-1)?.after ?? null));
  return ordered.flatMap((booking, index) => {
    const previous = ordered[index - 1];
    return previous === undefined ? [] : [{ previous, booking, holds: startsAt(previous.after)(booking) }];
  });
}

function toBreak(currency: string, { previous, booking }: Link): ChainBreak {
  const { key, timeMs, before: found } = booking;
  return { key, timeMs, previousMs: previous.timeMs, currency, expected: previous.after, found };
}

/**
 * The breaks of each currency and wallet. All rows are of one ledger and of one span of time, in any order. Rows without a
 * balance, and those of isolated margin, are left out.
 */
export function findChainBreaks(rows: readonly FoundRow[]): readonly ChainBreak[] {
  return chainsOf(rows).flatMap(chain =>
    linksOf(chain)
      .filter(({ holds }) => !holds)
      .map(link => toBreak(chain.currency, link)),
  );
}

const takesTime = ({ previous, booking }: Link) => previous.timeMs < booking.timeMs;

/**
 * The breaks of each currency of a futures ledger. The equity has the unrealised result of open positions in it, which changes
 * all the time: a break counts only where the equity follows from the bookings both before and after it.
 */
export function findEquityBreaks(rows: readonly FoundRow[]): readonly ChainBreak[] {
  return chainsOf(rows).flatMap(chain => {
    const links = linksOf(chain);
    return links
      .filter(({ holds }, place) => {
        const before = links.slice(0, place).findLast(takesTime);
        const after = links.slice(place + 1).find(takesTime);
        return !holds && before?.holds === true && after?.holds === true;
      })
      .map(link => toBreak(chain.currency, link));
  });
}

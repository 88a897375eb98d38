import { add, type Decimal, multiply, sum } from '#shared/decimal.ts';
import type { MovedCount, MovedCounts, MovementKind } from '#shared/policy/movements.ts';
import { rateIn, type Rates } from '#shared/policy/rates.ts';
import type { IntentJournal, MovedSums, SpentByCurrency } from '#store/intent-journal.ts';

/** An action that was judged and is not in the journal yet: it counts as if it were. */
export interface Reservation {
  readonly profileId: string;
  readonly kind: MovementKind;
  readonly currency: string;
  readonly amount: Decimal;
  /** the user is asked to type it, so it ends the sum that is counted since the last typed one */
  readonly isTyped: boolean;
}

/** What a count is turned into, and whose own reservation is left out. */
export interface CountIn {
  readonly currency: string;
  readonly rates: Rates;
  readonly except: Reservation | null;
}

/** Loans, transfers, removed margin and contract settings of each profile: those in the journal and those in flight. */
export interface MovementCounts {
  readonly of: (profileId: string, counted: CountIn) => MovedCounts;
  /** the currencies in which something of a profile was counted */
  readonly currencies: (profileId: string) => readonly string[];
  readonly reserve: (reservation: Reservation) => Reservation;
  /** It is in the journal now, or was not sent. */
  readonly release: (reservation: Reservation) => void;
}

/** In what settings are counted: it is no currency and has no rate. */
export const settingUnit = 'change';

export interface MovementCountsOptions {
  readonly journal: Pick<IntentJournal, 'moved'>;
  readonly nowMs: () => number;
}

const moneyKinds = ['loans', 'transfers', 'removedMargin'] as const;

export function createMovementCounts({ journal, nowMs }: MovementCountsOptions): MovementCounts {
  const held = new Set<Reservation>();
  /** null: the journal cannot be read */
  const sumsOf = (profileId: string, kind: MovementKind, except: Reservation | null): MovedSums | null => {
    const read = journal.moved(profileId, kind, nowMs());
    if (!read.ok) return null;
    const inFlight = [...held].filter(each => each !== except && each.profileId === profileId && each.kind === kind);
    return inFlight.reduce(addReservation, read.value);
  };
  return {
    of: (profileId, { currency, rates, except }) => {
      const countOf = (kind: MovementKind) =>
        countIn(sumsOf(profileId, kind, except), each => (kind === 'settings' ? '1' : rateIn(rates, each, currency)));
      return {
        loans: countOf('loans'),
        transfers: countOf('transfers'),
        removedMargin: countOf('removedMargin'),
        settings: countOf('settings'),
      };
    },
    currencies: profileId =>
      moneyKinds.flatMap(kind => {
        const sums = sumsOf(profileId, kind, null);
        return sums === null ? [] : Object.values(sums).flatMap((each: SpentByCurrency) => Object.keys(each));
      }),
    reserve: reservation => {
      held.add(reservation);
      return reservation;
    },
    release: reservation => void held.delete(reservation),
  };
}

function addReservation({ hour, day, sinceTyped }: MovedSums, { currency, amount, isTyped }: Reservation): MovedSums {
  const plus = (sums: SpentByCurrency) => ({ ...sums, [currency]: add(sums[currency] ?? '0', amount) });
  return { hour: plus(hour), day: plus(day), sinceTyped: isTyped ? sinceTyped : plus(sinceTyped) };
}

/** Null: the sums are not known, or one of them has no rate. */
function countIn(sums: MovedSums | null, rateOf: (currency: string) => Decimal | null): MovedCount | null {
  if (sums === null) return null;
  const hour = totalOf(sums.hour, rateOf);
  const day = totalOf(sums.day, rateOf);
  const sinceTyped = totalOf(sums.sinceTyped, rateOf);
  return hour === null || day === null || sinceTyped === null ? null : { hour, day, sinceTyped };
}

/** Null: one of the currencies has no rate. */
export function totalOf(sums: SpentByCurrency, rateOf: (currency: string) => Decimal | null): Decimal | null {
  const amounts: Decimal[] = [];
  for (const [currency, amount] of Object.entries(sums)) {
    const rate = rateOf(currency);
    if (rate === null) return null;
    amounts.push(multiply(amount, rate));
  }
  return sum(amounts);
}

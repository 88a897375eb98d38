import { leaveOut } from '#client/wire/unreadable-rows.ts';
import type { Market } from '#shared/domain/market/market.ts';
import type { PolicyBook } from '#shared/policy/book-cost.ts';
import { type PairPrices, type Rates, ratesFrom } from '#shared/policy/rates.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { Priority } from '#client/types.ts';
import type { Clock } from '#time/clock.ts';
import type { SharedBooks } from '../books/shared-books.ts';
import { viewOf } from '../order-book/view.ts';

/** Rates with the moment they were read at. */
export interface ReadRates {
  readonly rates: Rates;
  readonly asOfMs: number;
}

/** What an action is priced by: our own books, and where we keep none the exchange's, asked as part of the action. */
export interface ActionPrices {
  /** null: unknown now */
  readonly book: (market: Market) => Promise<PolicyBook | null>;
  /** Every currency that the spot books price in `to`; null: they cannot be read. */
  readonly rates: (to: string, priority: Priority) => Promise<ReadRates | null>;
}

export interface ActionPricesOptions {
  readonly client: Pick<ExchangeClient, 'reference' | 'market'>;
  readonly books: Pick<SharedBooks, 'find'>;
  readonly clock: Pick<Clock, 'nowMs'>;
}

const asAction = { priority: 'action' } as const;
/** The depth that a market order within its slippage limit can reach. */
const bookRows = 200;
/** Rates turn amounts into one currency for limits; they need not be newer. */
const ratesKeptMs = 10_000;
/** When they cannot be read again, older ones still do for so long. */
const ratesUsableMs = 60_000;

interface KeptPairs {
  readonly pairs: readonly PairPrices[];
  readonly asOfMs: number;
  /** what was made of them, by the currency wanted */
  readonly made: Map<string, ReadRates>;
}

export function createActionPrices({ client, books, clock }: ActionPricesOptions): ActionPrices {
  let kept: KeptPairs | null = null;
  let reading: Promise<void> | null = null;
  const readPairs = async (priority: Priority): Promise<void> => {
    const read = await client.market.daySummaries({ venue: 'spot' }, { priority, unreadable: leaveOut });
    if (read.ok) kept = { pairs: read.value, asOfMs: clock.nowMs(), made: new Map() };
    reading = null;
  };
  const keptWithin = (ms: number) => (kept !== null && Math.abs(clock.nowMs() - kept.asOfMs) < ms ? kept : null);
  return {
    async book(market) {
      const status = books.find(market)?.status();
      if (status?.state === 'live' && status.proved !== null) {
        return viewOf(status.proved, { rows: bookRows, step: null });
      }
      const { venue, symbol } = market;
      const read =
        venue === 'spot'
          ? await client.reference.book({ symbol, depth: 100 }, asAction)
          : await client.market.futuresBook({ symbol }, asAction);
      return read.ok ? read.value : null;
    },
    async rates(to, priority) {
      if (keptWithin(ratesKeptMs) === null) {
        reading ??= readPairs(priority);
        await reading;
      }
      const usable = keptWithin(ratesUsableMs);
      if (usable === null) return null;
      const made = usable.made.get(to) ?? { rates: ratesFrom(usable.pairs, to), asOfMs: usable.asOfMs };
      usable.made.set(to, made);
      return made;
    },
  };
}

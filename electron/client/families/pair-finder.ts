import { isZero } from '#shared/decimal.ts';
import { type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '../client.ts';
import type { CallOptions } from '../types.ts';
import { isUnserved } from '../unserved.ts';
import type { AccountKind } from './account-kind.ts';

/** The pairs whose high-frequency lists are read, and why other pairs may have rows; null: no other pair has any. */
export interface FoundPairs {
  readonly pairs: readonly string[];
  readonly otherPairs: string | null;
}

/** Finds the pairs on which an account trades, because the high-frequency lists need a pair each. */
export interface PairFinder {
  /** Pairs from frames, own actions and lists: the newest are kept. */
  readonly note: (symbols: Iterable<string>) => void;
  /** those with active orders */
  readonly active: (options: CallOptions) => Promise<Result<FoundPairs>>;
  /** those with trades since a moment, and those noted; epoch ms */
  readonly traded: (startAtMs: number, options: CallOptions) => Promise<Result<FoundPairs>>;
}

type PairClient = Pick<ExchangeClient, 'spotHf' | 'accounts' | 'reference'>;

/** Each pair costs a request with every read. */
const mostPairs = 20;
const holdingsMs = 60_000;
const spotWallets = new Set(['trade', 'trade_hf']);

const mayNotAsk = 'The key has no right to trade on spot, so it cannot ask which pairs have high-frequency orders.';
const ledgerTooLong = 'The high-frequency ledger of a day is longer than Fathom reads at once.';
const ledgerFailed = 'The high-frequency ledger could not be read.';

function createNoted() {
  const noted = new Set<string>();
  return {
    add(symbols: Iterable<string>): void {
      for (const symbol of symbols) {
        noted.delete(symbol);
        noted.add(symbol);
      }
      for (const oldest of noted) {
        if (noted.size <= mostPairs) return;
        noted.delete(oldest);
      }
    },
    all: (): readonly string[] => [...noted].toReversed(),
  };
}

/** The pairs of coins of which something is on hold: an active order may be the cause. */
async function readHeldPairs({ accounts, reference }: PairClient, options: CallOptions): Promise<readonly string[]> {
  const [balances, symbols] = await Promise.all([accounts.balances({}, options), reference.symbols({}, options)]);
  if (!balances.ok || !symbols.ok) return [];
  const held = balances.value.filter(
    ({ wallet, held: amount }) => spotWallets.has(wallet) && (amount === null || !isZero(amount)),
  );
  const coins = new Set(held.map(({ currency }) => currency));
  const isBetween = (base: string, quote: string): boolean => coins.has(base) || (quote !== 'USDT' && coins.has(quote));
  return symbols.value
    .filter(({ baseCurrency, quoteCurrency }) => isBetween(baseCurrency, quoteCurrency))
    .map(({ symbol }) => symbol);
}

/** Held pairs, read at most once a minute. */
function createHeldPairs(client: PairClient, nowMs: () => number) {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let pairs: readonly string[] = [];
  return async (options: CallOptions): Promise<readonly string[]> => {
    if (nowMs() - readAtMs < holdingsMs) return pairs;
    readAtMs = nowMs();
    pairs = await readHeldPairs(client, options);
    return pairs;
  };
}

/** docs/exchange/endpoints.md §3.10. */
export function createPairFinder(client: PairClient, kind: AccountKind, nowMs: () => number): PairFinder {
  const noted = createNoted();
  const heldPairs = createHeldPairs(client, nowMs);
  let isRefused = false;
  const guess = async (options: CallOptions): Promise<FoundPairs> => {
    const pairs = new Set([...noted.all(), ...(await heldPairs(options))]);
    return { pairs: [...pairs].slice(0, mostPairs), otherPairs: mayNotAsk };
  };
  return {
    note: symbols => noted.add(symbols),
    async active(options) {
      if (isRefused) return succeed(await guess(options));
      const read = await client.spotHf.activeSymbols({}, options);
      if (read.ok) {
        noted.add(read.value);
        return succeed({ pairs: read.value, otherPairs: null });
      }
      if (read.error.kind !== 'permission') return read;
      isRefused = true;
      return succeed(await guess(options));
    },
    async traded(startAtMs, options) {
      const read = await client.spotHf.tradedSymbols({ startAtMs }, options);
      if (!read.ok && (isUnserved(read.error) || !['permission', 'bad-reply'].includes(read.error.kind))) return read;
      if (!read.ok) return succeed({ pairs: noted.all(), otherPairs: ledgerFailed });
      const { items, isComplete } = read.value;
      noted.add(items);
      // orders of a classic account name pairs that its high-frequency lists do not have
      const pairs = isComplete && kind.now() === 'classic' ? items : noted.all();
      return succeed({ pairs, otherPairs: isComplete ? null : ledgerTooLong });
    },
  };
}

import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';

/** The rules of symbols and contracts as the exchange states them, kept for a minute: they change while markets run. */
export interface Instruments {
  /** `invalid-request` when the exchange has no such pair */
  readonly symbol: (client: ExchangeClient, symbol: string) => Promise<Result<SpotSymbol>>;
  readonly contract: (client: ExchangeClient, symbol: string) => Promise<Result<FuturesContract>>;
}

const keptMs = 60_000;
/** Somebody's act waits for the answer. */
const asked = { priority: 'act' } as const;

interface Kept<T> {
  readonly atMs: number;
  readonly value: T;
}

interface Shelf {
  symbols: Kept<ReadonlyMap<string, SpotSymbol>> | null;
  readonly contracts: Map<string, Kept<FuturesContract>>;
}

export function createInstruments(nowMs: () => number): Instruments {
  const shelves = new WeakMap<ExchangeClient, Shelf>();
  const shelfOf = (client: ExchangeClient): Shelf => {
    const shelf = shelves.get(client) ?? { symbols: null, contracts: new Map() };
    shelves.set(client, shelf);
    return shelf;
  };
  const isFresh = (kept: Kept<unknown> | null | undefined) => kept != null && Math.abs(nowMs() - kept.atMs) < keptMs;

  const symbols = async (client: ExchangeClient): Promise<Result<ReadonlyMap<string, SpotSymbol>>> => {
    const shelf = shelfOf(client);
    if (shelf.symbols !== null && isFresh(shelf.symbols)) return succeed(shelf.symbols.value);
    const read = await client.reference.symbols({}, asked);
    if (!read.ok) return read;
    const value = new Map(read.value.map(symbol => [symbol.symbol, symbol]));
    shelf.symbols = { atMs: nowMs(), value };
    return succeed(value);
  };

  return {
    symbol: async (client, symbol) => {
      const all = await symbols(client);
      if (!all.ok) return all;
      const found = all.value.get(symbol);
      const missing = `The exchange has no trading pair ${symbol}.`;
      return found === undefined ? fail('invalid-request', missing, { field: 'symbol' }) : succeed(found);
    },
    contract: async (client, symbol) => {
      const { contracts } = shelfOf(client);
      const kept = contracts.get(symbol);
      if (kept !== undefined && isFresh(kept)) return succeed(kept.value);
      const read = await client.reference.contract({ symbol }, asked);
      if (read.ok) contracts.set(symbol, { atMs: nowMs(), value: read.value });
      return read;
    },
  };
}

import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import type { FuturesContract } from '#shared/domain/market/futures.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { absenceOf } from '#client/wire/absence.ts';

/**
 * The rules of symbols and contracts as the exchange states them. They change while markets run, and seldom: what is older
 * than a minute is used and read anew for the next act, so that no order waits for a list of all pairs; what is older
 * than an hour is not used. The exchange has the last word on each order anyway.
 */
export interface Instruments {
  /** `invalid-request` when the exchange has no such pair */
  readonly symbol: (client: ExchangeClient, symbol: string) => Promise<Result<SpotSymbol>>;
  readonly contract: (client: ExchangeClient, symbol: string) => Promise<Result<FuturesContract>>;
  /** read in the last minute, else read now; null: unknown */
  readonly positionMode: (client: ExchangeClient) => Promise<PositionMode | null>;
  /** read now */
  readonly readPositionMode: (client: ExchangeClient) => Promise<PositionMode | null>;
}

const freshMs = 60_000;
const usableMs = 3_600_000;
/** Somebody's act waits for the answer. */
const asked = { priority: 'act' } as const;
/** Nobody does. */
const renewed = { priority: 'background' } as const;

interface Kept<T> {
  readonly atMs: number;
  readonly value: T;
}

type Priority = typeof asked | typeof renewed;

/** Reads it where it is not known or too old; where it is merely not fresh, it is read for the next one. */
function createShelf<T>(nowMs: () => number, read: (priority: Priority) => Promise<Result<T>>) {
  let kept: Kept<T> | null = null;
  let isRenewing = false;
  const load = async (priority: Priority): Promise<Result<T>> => {
    const answer = await read(priority);
    if (answer.ok) kept = { atMs: nowMs(), value: answer.value };
    return answer;
  };
  const renew = async (): Promise<void> => {
    if (isRenewing) return;
    isRenewing = true;
    await load(renewed);
    isRenewing = false;
  };
  return (): Promise<Result<T>> => {
    const ageMs = kept === null ? Number.POSITIVE_INFINITY : Math.abs(nowMs() - kept.atMs);
    if (kept === null || ageMs >= usableMs) return load(asked);
    if (ageMs >= freshMs) void renew();
    return Promise.resolve(succeed(kept.value));
  };
}

/** An order of the wrong mode is refused by the exchange, so a mode of the last minute is good enough. */
function createPositionModes(nowMs: () => number): Pick<Instruments, 'positionMode' | 'readPositionMode'> {
  const kept = new WeakMap<ExchangeClient, Kept<PositionMode>>();
  const readPositionMode = async (client: ExchangeClient): Promise<PositionMode | null> => {
    const read = await client.futuresAccount.positionMode({}, asked);
    // an exchange without this setting has one-way mode alone
    const mode = read.ok ? read.value : absenceOf(read.error) === 'unsupported' ? 'one-way' : null;
    if (mode === null) kept.delete(client);
    else kept.set(client, { atMs: nowMs(), value: mode });
    return mode;
  };
  return {
    readPositionMode,
    positionMode: client => {
      const known = kept.get(client);
      const isFresh = known !== undefined && Math.abs(nowMs() - known.atMs) < freshMs;
      return isFresh ? Promise.resolve(known.value) : readPositionMode(client);
    },
  };
}

type Shelf<T> = () => Promise<Result<T>>;

interface Symbols {
  readonly known: ReadonlyMap<string, SpotSymbol>;
  readonly unreadable: ReadonlyMap<string | null, OddRow>;
}

interface Shelves {
  readonly symbols: Shelf<Symbols>;
  readonly contracts: Map<string, Shelf<FuturesContract>>;
}

export function createInstruments(nowMs: () => number): Instruments {
  const shelves = new WeakMap<ExchangeClient, Shelves>();
  const shelvesOf = (client: ExchangeClient): Shelves => {
    const readSymbols = async (priority: Priority) => {
      const odd = collectUnreadable();
      const read = await client.reference.symbols({}, { ...priority, unreadable: odd.unreadable });
      if (!read.ok) return read;
      return succeed({
        known: new Map(read.value.map(symbol => [symbol.symbol, symbol])),
        unreadable: new Map(odd.all().map(row => [row.symbol, row])),
      });
    };
    const known = shelves.get(client) ?? { symbols: createShelf(nowMs, readSymbols), contracts: new Map() };
    shelves.set(client, known);
    return known;
  };
  const modes = createPositionModes(nowMs);
  return {
    ...modes,
    symbol: async (client, symbol) => {
      const all = await shelvesOf(client).symbols();
      if (!all.ok) return all;
      const found = all.value.known.get(symbol);
      const row = all.value.unreadable.get(symbol);
      if (found === undefined && row !== undefined) {
        const { endpoint, field } = row;
        return fail('bad-reply', `The rules of ${symbol} cannot be read: field ${field}.`, { endpoint, field });
      }
      const missing = `The exchange has no trading pair ${symbol}.`;
      return found === undefined ? fail('invalid-request', missing, { field: 'symbol' }) : succeed(found);
    },
    contract: (client, symbol) => {
      const { contracts } = shelvesOf(client);
      const shelf =
        contracts.get(symbol) ?? createShelf(nowMs, priority => client.reference.contract({ symbol }, priority));
      contracts.set(symbol, shelf);
      return shelf();
    },
  };
}

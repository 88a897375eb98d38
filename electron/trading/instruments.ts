import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import type { ContractRecord } from '#shared/domain/market/futures.ts';
import type { PositionMode } from '#shared/domain/account/futures-account.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import { absenceOf } from '#client/wire/absence.ts';

/**
 * The rules of symbols and contracts as the exchange states them. They change rarely while markets run: rules older
 * than a minute are used and read again for the next action, so that no order waits for a list of all pairs; rules
 * older than an hour are not used. The exchange decides on each order anyway.
 */
export interface Instruments {
  /** `invalid-request` when the exchange has no such pair */
  readonly symbol: (client: ExchangeClient, symbol: string) => Promise<Result<SpotSymbol>>;
  readonly contract: (client: ExchangeClient, symbol: string) => Promise<Result<ContractRecord>>;
  /** read in the last minute, else read now; null: unknown */
  readonly positionMode: (client: ExchangeClient) => Promise<PositionMode | null>;
  /** Read now. An exchange without this setting has one-way mode alone. */
  readonly readPositionMode: (client: ExchangeClient) => Promise<Result<PositionMode>>;
}

const freshMs = 60_000;
const usableMs = 3_600_000;
/** An action waits for the answer. */
const asked = { priority: 'action' } as const;
/** No reader. */
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
  const readPositionMode = async (client: ExchangeClient): Promise<Result<PositionMode>> => {
    const read = await client.futuresAccount.positionMode({}, asked);
    const isAlone = !read.ok && absenceOf(read.error) === 'unsupported';
    const mode: Result<PositionMode> = isAlone ? succeed('one-way') : read;
    if (mode.ok) kept.set(client, { atMs: nowMs(), value: mode.value });
    return mode;
  };
  return {
    readPositionMode,
    async positionMode(client) {
      const known = kept.get(client);
      if (known !== undefined && Math.abs(nowMs() - known.atMs) < freshMs) return known.value;
      const read = await readPositionMode(client);
      return read.ok ? read.value : null;
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
  readonly contracts: Map<string, Shelf<ContractRecord>>;
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

import type { Balance, FuturesEquity } from '#shared/domain/account/account.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { futuresWalletName } from '#shared/domain/completeness.ts';
import { type Decimal, sum } from '#shared/decimal.ts';
import { type Failure, type Result, succeed } from '#shared/errors.ts';
import type { ExchangeClient } from '#client/client.ts';
import type { WalletChange } from '#client/feed/messages/wallets.ts';
import type { CallOptions, FuturesOverview } from '#client/types.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
import type { Clock } from '#time/clock.ts';
import { final } from '../completion.ts';

/** Null: the exchange does not state it. */
interface WalletFigures extends Readonly<Record<keyof FuturesEquity, Decimal | null>> {
  readonly total: Decimal;
  readonly available: Decimal | null;
}

/** A figure that is the sum of others is known when all of them are. */
function futuresBalance(currency: string, { total, available, ...figures }: WalletFigures): Balance {
  const { positionMargin, orderMargin, frozen, unrealisedPnl } = figures;
  const balance = { accountId: `futures:${currency}`, wallet: 'futures', currency, total, available };
  if (positionMargin === null || orderMargin === null || frozen === null) return { ...balance, held: null };
  const held = sum([positionMargin, orderMargin, frozen]);
  if (unrealisedPnl === null) return { ...balance, held };
  return { ...balance, held, equity: { positionMargin, orderMargin, frozen, unrealisedPnl } };
}

/** The futures wallet of one settlement currency as a balance. docs/exchange/endpoints.md §9.3. */
function balanceOfOverview(overview: FuturesOverview): Balance {
  const { currency, accountEquity: total, availableBalance: available, unrealisedPnl } = overview;
  const { positionMargin, orderMargin, frozenFunds: frozen } = overview;
  return futuresBalance(currency, { total, available, positionMargin, orderMargin, frozen, unrealisedPnl });
}

/** The same from a frame, or null when it does not say all of it. */
export function balanceOfChange(change: WalletChange): Balance | null {
  const { currency, equity: total, availableBalance: available, holdBalance: frozen } = change;
  const positionMargin = addStated(change.isolatedPositionMargin, change.crossPositionMargin);
  const orderMargin = addStated(change.isolatedOrderMargin, change.crossOrderMargin);
  if (total === null || available === null || frozen === null) return null;
  if (positionMargin === null || orderMargin === null) return null;
  const unrealisedPnl = addStated(change.isolatedUnrealisedPnl, change.crossUnrealisedPnl);
  return futuresBalance(currency, { total, available, positionMargin, orderMargin, frozen, unrealisedPnl });
}

/** Null: one of them is not stated. */
function addStated(isolated: Decimal | null, cross: Decimal | null): Decimal | null {
  return isolated === null || cross === null ? null : sum([isolated, cross]);
}

/** The wallets that answered, and those that did not. */
export interface WalletsAnswer {
  readonly balances: readonly Balance[];
  readonly missing: readonly MissingPart[];
  /** the futures wallets that did not answer: one of them, or all */
  readonly isMissing: (balance: Balance) => boolean;
  /** what is missing may be there the next time */
  readonly mayComplete: boolean;
}

export interface Wallets {
  /** All wallets of the key: those that the spot host lists, and the futures wallets, which only the futures host knows. */
  readonly all: (options: CallOptions & { readonly signal: AbortSignal }) => Promise<Result<WalletsAnswer>>;
  /** The futures wallet of one settlement currency. */
  readonly futures: (currency: string, signal: AbortSignal) => Promise<Result<Balance>>;
}

interface FuturesRead {
  readonly currency: string;
  readonly read: Result<Balance>;
}

export function createWallets(client: ExchangeClient, { nowMs }: Pick<Clock, 'nowMs'>): Wallets {
  let settleCurrencies: readonly string[] | null = null;
  /** when each futures wallet last answered */
  const rightAtMs = new Map<string, number>();
  /** The currencies that contracts settle in; asked once, because listings change by the month. */
  const currencies = async (options: CallOptions): Promise<Result<readonly string[]>> => {
    if (settleCurrencies !== null) return succeed(settleCurrencies);
    const odd = collectUnreadable();
    const contracts = await client.reference.contracts({}, { ...options, unreadable: odd.unreadable });
    if (!contracts.ok) return contracts;
    const stated = contracts.value.flatMap(({ settleCurrency }) => settleCurrency ?? []);
    const found = [...new Set(stated)];
    // a contract that could not be read, or does not state its currency, may settle in another one
    if (odd.all().length === 0 && stated.length === contracts.value.length) settleCurrencies = found;
    return succeed(found);
  };
  const partOf = ({ currency, read }: FuturesRead): readonly MissingPart[] =>
    read.ok
      ? []
      : [{ part: futuresWalletName(currency), reason: read.error.message, asOfMs: rightAtMs.get(currency) ?? null }];
  const futures: Wallets['futures'] = async (currency, signal) => {
    const overview = await client.futures.overview({ currency }, { priority: 'visible', signal });
    if (!overview.ok) return overview;
    rightAtMs.set(currency, nowMs());
    return succeed(balanceOfOverview(overview.value));
  };
  const join = (listed: readonly Balance[], asked: Result<unknown>, reads: readonly FuturesRead[]): WalletsAnswer => {
    const failures = reads.flatMap(({ read }): Failure[] => (read.ok ? [] : [read.error]));
    const unasked = asked.ok ? [] : [{ part: 'all futures wallets', reason: asked.error.message, asOfMs: null }];
    const silent = new Set(reads.flatMap(({ currency, read }) => (read.ok ? [] : [currency])));
    return {
      balances: [...listed, ...reads.flatMap(({ read }) => (read.ok ? [read.value] : []))],
      missing: [...unasked, ...reads.flatMap(partOf)],
      isMissing: ({ wallet, currency }) => wallet === 'futures' && (!asked.ok || silent.has(currency)),
      mayComplete: !asked.ok || failures.some(({ kind }) => !final.has(kind)),
    };
  };
  return {
    futures,
    /** A key without futures rights still gets the others; a wallet that is not known is missing, never zero. */
    async all(options) {
      const asked = await currencies(options);
      const names = asked.ok ? asked.value : [];
      const [listed, ...reads] = await Promise.all([
        client.accounts.balances({}, options),
        ...names.map(async currency => ({ currency, read: await futures(currency, options.signal) })),
      ]);
      return listed.ok ? succeed(join(listed.value, asked, reads)) : listed;
    },
  };
}

import type { Frozen } from '#shared/contract.ts';
import type { LinkedAccount } from '#shared/domain/linked-account.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { LinkedReads } from '#credentials/linked/linked-accounts.ts';
import type { Handlers } from '../../gate.ts';
import { asPanel, type HandlerOptions } from '../handler-options.ts';

interface LinkedHandlerOptions extends Pick<HandlerOptions, 'settings'> {
  readonly profiles: Pick<HandlerOptions['profiles'], 'onAccount' | 'linked'>;
}

/** A sub-account through the eyes of its own key. Only a key that the user linked to it is used. */
export function linkedHandlers({ profiles, settings }: LinkedHandlerOptions): Pick<Handlers, 'accounts.linked'> {
  return {
    'accounts.linked': ({ profileId, userId, linkedId }) =>
      profiles.onAccount(profileId, async () => {
        const { oversight } = settings.read();
        const links = (Object.hasOwn(oversight, profileId) ? oversight[profileId]?.links : undefined) ?? {};
        const isLinked = Object.hasOwn(links, userId) && links[userId] === linkedId;
        if (!isLinked) return fail('no-profile', 'This profile is not linked to this sub-account.');
        return await profiles.linked(linkedId, readAccount);
      }),
  };
}

const dayMs = 86_400_000;
const withdrawalDays = 30;

interface Part<T> {
  readonly items: readonly T[];
  readonly missing: string | null;
}

/** Lists of one kind as one, newest first where that is known; one that fails is said, the others are shown. */
function join<T>(reads: readonly Result<readonly T[]>[]): Part<T> {
  const missing = reads.flatMap(read => (read.ok ? [] : [read.error.message]));
  return {
    items: reads.flatMap(read => (read.ok ? read.value : [])),
    missing: missing.length === 0 ? null : missing.join(' '),
  };
}

function itemsOf<T>(read: Result<{ readonly items: readonly T[] }>): Result<readonly T[]> {
  return read.ok ? succeed(read.value.items) : read;
}

const byTime = (a: { readonly createdAtMs: number }, b: { readonly createdAtMs: number }) =>
  b.createdAtMs - a.createdAtMs;

/** Business words that move money; all others are trades and their fees. */
const movesMoney = /transfer|deposit|withdraw/iu;

async function readAccount({ accounts, spot, futures, wallet }: LinkedReads): Promise<Result<LinkedReply>> {
  const toMs = Date.now();
  const [key, spotOrders, futuresOrders, spotFills, futuresFills, positions, withdrawals, ledger] = await Promise.all([
    accounts.apiKey({}, asPanel),
    spot.allOrders({ status: 'active' }, asPanel),
    futures.allOrders({ status: 'active' }, asPanel),
    spot.recentFills({}, asPanel),
    futures.recentFills({}, asPanel),
    futures.positions({}, asPanel),
    wallet.allWithdrawals({ fromMs: toMs - withdrawalDays * dayMs, toMs }, asPanel),
    wallet.allLedger({ fromMs: toMs - dayMs, toMs }, asPanel),
  ]);
  const orders = join([itemsOf(spotOrders), itemsOf(futuresOrders)]);
  const fills = join([spotFills, futuresFills]);
  const movements = join([itemsOf(ledger)]);
  return succeed({
    isMaster: key.ok ? key.value.isMaster : null,
    orders: { ...orders, items: orders.items.toSorted(byTime) },
    fills: { ...fills, items: fills.items.toSorted(byTime) },
    positions: join([positions]),
    withdrawals: join([itemsOf(withdrawals)]),
    movements: { ...movements, items: movements.items.filter(({ bizType }) => movesMoney.test(bizType)) },
    asOfMs: toMs,
  });
}

type LinkedReply = Frozen<LinkedAccount>;

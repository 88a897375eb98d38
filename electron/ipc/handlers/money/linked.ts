import type { Frozen } from '#shared/contract.ts';
import type { LinkedAccount } from '#shared/domain/profile/linked-account.ts';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { unreadablePart } from '#shared/domain/completeness.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import { newestFirst } from '#shared/rules/newest-first.ts';
import { collectUnreadable } from '#client/wire/unreadable-rows.ts';
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

/** Lists of one kind as one, newest first where that is known; one that fails is reported, the others are shown. */
function join<T>(reads: readonly Result<readonly T[]>[], unreadable: readonly MissingPart[]): Part<T> {
  const failed = reads.flatMap(read => (read.ok ? [] : [read.error.message]));
  const missing = [...failed, ...unreadable.map(({ part }) => `${part}.`)];
  return {
    items: reads.flatMap(read => (read.ok ? read.value : [])),
    missing: missing.length === 0 ? null : missing.join(' '),
  };
}

function itemsOf<T>(read: Result<{ readonly items: readonly T[] }>): Result<readonly T[]> {
  return read.ok ? succeed(read.value.items) : read;
}

/** Business words that move money; all others are trades and their fees. */
const movesMoney = /transfer|deposit|withdraw/iu;

async function readAccount({ accounts, spot, futures, wallet }: LinkedReads): Promise<Result<LinkedReply>> {
  const toMs = Date.now();
  const odd = {
    order: collectUnreadable(),
    fill: collectUnreadable(),
    position: collectUnreadable(),
    withdrawal: collectUnreadable(),
    booking: collectUnreadable(),
  };
  const asked = (kind: keyof typeof odd) => ({ ...asPanel, unreadable: odd[kind].unreadable });
  const [key, spotOrders, futuresOrders, spotFills, futuresFills, positions, withdrawals, ledger] = await Promise.all([
    accounts.apiKey({}, asPanel),
    spot.allOrders({ status: 'active' }, asked('order')),
    futures.allOrders({ status: 'active' }, asked('order')),
    spot.recentFills({}, asked('fill')),
    futures.recentFills({}, asked('fill')),
    futures.positions({}, asked('position')),
    wallet.allWithdrawals({ fromMs: toMs - withdrawalDays * dayMs, toMs }, asked('withdrawal')),
    wallet.allLedger({ fromMs: toMs - dayMs, toMs }, asked('booking')),
  ]);
  const partOf = (kind: keyof typeof odd) => unreadablePart(kind, odd[kind].all());
  const orders = join([itemsOf(spotOrders), itemsOf(futuresOrders)], partOf('order'));
  const fills = join([spotFills, futuresFills], partOf('fill'));
  const movements = join([itemsOf(ledger)], partOf('booking'));
  return succeed({
    isMaster: key.ok ? key.value.isMaster : null,
    orders: { ...orders, items: orders.items.toSorted(newestFirst) },
    fills: { ...fills, items: fills.items.toSorted(newestFirst) },
    positions: join([positions], partOf('position')),
    withdrawals: join([itemsOf(withdrawals)], partOf('withdrawal')),
    movements: { ...movements, items: movements.items.filter(({ bizType }) => movesMoney.test(bizType)) },
    asOfMs: toMs,
  });
}

type LinkedReply = Frozen<LinkedAccount>;

import type { Balance } from '#shared/domain/account/account.ts';
import { rowKeys } from '#shared/domain/account/row-keys.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { Venue } from '#shared/domain/scalars.ts';
import { type AccountList, createAccountList } from './account-list.ts';
import type { Part, PartOptions } from './follow-venue.ts';
import { listPolicies } from './list-policies.ts';
import { createBalances } from './lists/balances.ts';
import { createPositions } from './lists/positions.ts';
import { createWallets, type WalletsAnswer } from './lists/wallets.ts';

/** Positions and balances of the account. */
export interface MoneyLists extends Part {
  readonly positions: AccountList<Position>;
  readonly balances: AccountList<Balance>;
  /** The exchange answered an action with the position as it is now. */
  readonly takePosition: (position: Position) => void;
}

function followPositions(options: PartOptions) {
  const { profileId, client, feed, clock, log, publish, missed, moved } = options;
  const list = createAccountList<Position, readonly Position[]>({
    clock,
    policy: listPolicies.positions,
    topics: ['positions'],
    keyOf: rowKeys.positions,
    kind: 'position',
    ask: asked => client.futures.positions({}, asked),
    answered: (answer, asked) => positions.takeList(answer, asked),
    gaveUp: () => positions.giveUp(),
    offer: make => publish('positions', make, content => ({ profileId, list: 'positions', ...content })),
  });
  const positions = createPositions({ clock, log, rows: list, want: list.want });
  const undo = feed.subscribe(
    { venue: 'futures', kind: 'positions' },
    {
      message(update) {
        positions.take(update);
        // a settled funding has changed the wallet too, and no frame of the venue states the amount
        if (update.kind === 'funding-settled') moved('futures');
        list.received();
      },
      reset: () => missed('futures'),
      unreadable: list.badFrame,
      state: status => list.topic('positions', status),
    },
  );
  const stop = (): void => {
    undo();
    list.stop();
  };
  return { list, takeRow: positions.takeRow, stop };
}

function followBalances(options: PartOptions) {
  const { profileId, client, feed, clock, log, publish, missed } = options;
  const wallets = createWallets(client, clock);
  let undoAgain: (() => void) | null = null;
  const list = createAccountList<Balance, WalletsAnswer>({
    clock,
    policy: listPolicies.balances,
    topics: ['spot', 'futures'],
    keyOf: rowKeys.balances,
    kind: 'balance',
    ask: wallets.all,
    answered: (answer, asked) => {
      undoAgain?.();
      undoAgain = answer.mayComplete ? clock.after(listPolicies.balances.panelMs, list.want) : null;
      return balances.takeList(answer, asked);
    },
    missing: ({ missing }) => missing,
    gaveUp: () => balances.giveUp(),
    offer: make => publish('balances', make, content => ({ profileId, list: 'balances', ...content })),
  });
  const balances = createBalances({ wallets, clock, log, rows: list, want: list.want });
  const follow = <M>(venue: Venue, take: (message: M) => void) => ({
    message(message: M) {
      take(message);
      list.received();
    },
    reset: () => missed(venue),
    unreadable: list.badFrame,
    state: (status: Parameters<typeof list.topic>[1]) => list.topic(venue, status),
  });
  const undos = [
    feed.subscribe({ venue: 'spot', kind: 'balances' }, follow('spot', balances.takeSpot)),
    feed.subscribe({ venue: 'futures', kind: 'balances' }, follow('futures', balances.takeFutures)),
  ];
  const stop = (): void => {
    for (const undo of undos) undo();
    undoAgain?.();
    balances.stop();
    list.stop();
  };
  const missedSome = (): void => {
    balances.forget();
    list.missed();
  };
  return { list, missed: missedSome, stop };
}

/** Listens to balances, positions and transfers of the account. docs/exchange/feeds.md §6.3 and §8.3. */
export function followMoney(options: PartOptions): MoneyLists {
  const positions = followPositions(options);
  const balances = followBalances(options);
  return {
    positions: positions.list,
    balances: balances.list,
    takePosition: positions.takeRow,
    missed(venue) {
      if (venue === 'futures') positions.list.missed();
      balances.missed();
    },
    stop() {
      positions.stop();
      balances.stop();
    },
  };
}

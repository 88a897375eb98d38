import { isPositive } from '#shared/decimal.ts';
import type { MarginAccountRow } from '#shared/domain/account/margin.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { positionKey, positionName } from '#shared/domain/market/position-key.ts';
import { useAccountList } from '#bridge/account/use-account-list.ts';
import { type PaletteAction, useCommandStore } from '#state/command-store.ts';
import { keysFor } from '#state/shortcuts.ts';
import { useUiStore } from '#state/ui-store.ts';
import type { PaletteItem } from '../find-items.ts';
import { t } from '#shared/words/t.ts';

type ItemText = Omit<PaletteItem, 'kind' | 'run'>;

const ask = (action: PaletteAction) => () => useCommandStore.getState().showAction(action);

/** Opens the sheet of an action; that sheet sends, and only when it is confirmed. */
function actionItem(text: ItemText, action: PaletteAction): PaletteItem {
  return { ...text, kind: 'command', run: ask(action) };
}

function loanItems({ symbol, holdings }: MarginAccountRow): readonly PaletteItem[] {
  const id = symbol ?? 'cross';
  const place = symbol === null ? t`cross margin` : t`isolated margin ${symbol}`;
  const borrow = actionItem({ id: `borrow ${id}`, title: t`Borrow on ${place}…` }, { kind: 'borrow', symbol });
  const repay = actionItem({ id: `repay ${id}`, title: t`Repay on ${place}…` }, { kind: 'repay', symbol });
  return holdings.some(({ liability }) => isPositive(liability)) ? [borrow, repay] : [borrow];
}

function positionItems(position: Position): readonly PaletteItem[] {
  const name = positionName(position);
  const key = positionKey(position);
  const kind = 'position';
  return [
    { id: `close ${key}`, kind, title: t`Close ${name}…`, run: ask({ kind: 'close-position', position }) },
    { id: `add margin ${key}`, kind, title: t`Add margin to ${name}…`, run: ask({ kind: 'add-margin', position }) },
  ];
}

const none: readonly never[] = [];

/** The actions on the whole account that can be asked for from anywhere. None of them sends anything by itself. */
export function useActionItems(profileId: string): readonly PaletteItem[] {
  const symbol = useUiStore(state => state.symbol);
  const chosen = useUiStore(state => state.shortcuts);
  const accounts = useAccountList(profileId, 'margin.accounts', 'glance').data ?? none;
  const kill = {
    id: 'killSwitch',
    title: t`Kill switch…`,
    detail: t`cancel everything and freeze; asks first`,
    keys: keysFor('killSwitch', chosen),
  };
  const ofMarket = { id: 'cancel market', title: t`Cancel orders of ${symbol}…` };
  const ofAll = { id: 'cancel all', title: t`Cancel all orders…`, detail: t`of all venues` };
  return [
    actionItem(kill, { kind: 'kill-switch' }),
    actionItem(ofMarket, { kind: 'cancel-orders', scope: 'screen' }),
    actionItem(ofAll, { kind: 'cancel-orders', scope: 'all' }),
    ...accounts.flatMap(loanItems),
  ];
}

/** The actions on each open position. */
export function usePositionActionItems(profileId: string): readonly PaletteItem[] {
  const positions = useAccountList(profileId, 'positions', 'glance').data ?? none;
  return positions.filter(({ isOpen }) => isOpen).flatMap(positionItems);
}

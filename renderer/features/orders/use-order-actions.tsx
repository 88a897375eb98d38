import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { Order } from '#shared/domain/account/order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { restingMenu } from '#state/blotter/order-menu.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import type { MenuItem } from '#ui/menu/menu-item.ts';
import { CancelOrder } from './cancel-order.tsx';
import { sideLabels } from '#lib/side-labels.ts';
import type { NarrowActions } from '#ui/table/view/shown-columns.ts';
import { catalogue, t } from '#shared/words/t.ts';

// it is not needed to see the orders, so it loads on demand
const AmendSheet = lazy(async () => ({ default: (await import('./amend/amend-sheet.tsx')).AmendSheet }));

/** A screen reader cannot distinguish twenty buttons that are all named Cancel. */
function labelOf(verb: string, { side, size, symbol, price }: Order): string {
  const amount = size === null ? '' : ` ${formatOwn(size)}`;
  return `${verb} ${sideLabels[side]}${amount} ${symbol} ${price === null ? t`at market` : t`at ${formatOwn(price)}`}`;
}

/** Why an order cannot be changed at all, or null. */
function amendError({ type, price, size }: Order): string | null {
  return type === 'limit' && price !== null && size !== null ? null : t`Only a limit order with a size can be amended`;
}

interface Asked {
  readonly action: 'cancel' | 'change';
  readonly order: Order;
}

interface OrderButtons {
  /** the buttons of a row */
  readonly actions: (order: Order) => ReactNode;
  readonly actionsWidth: number;
  readonly narrowActions: NarrowActions<Order>;
}

export interface OrderActions extends OrderButtons {
  readonly onDelete: (order: Order) => void;
  /** of the menu of a row */
  readonly menu: (order: Order) => readonly (readonly MenuItem[])[];
  readonly onLetter: (order: Order, letter: string) => boolean;
  /** the sheet that is open, if any */
  readonly sheet: ReactNode;
}

/** Narrower than this both buttons would lie beyond the edge: to cancel is the one that has to be seen. */
const roomForBothPx = catalogue === null ? 664 : 730;

function useOrderButtons(validationError: string | null, onAsk: (asked: Asked) => void): OrderButtons {
  return useMemo(() => {
    const cancel = (order: Order) => (
      <Button
        size="small"
        variant="quiet"
        disabledReason={validationError}
        label={labelOf(t`Cancel`, order)}
        onPress={() => onAsk({ action: 'cancel', order })}
      >{t`Cancel`}</Button>
    );
    const both = (order: Order) => (
      <>
        <Button
          size="small"
          variant="quiet"
          disabledReason={validationError ?? amendError(order)}
          label={`${labelOf(t`Amend`, order)} (E)`}
          onPress={() => onAsk({ action: 'change', order })}
        >{t`Amend`}</Button>
        {cancel(order)}
      </>
    );
    return { actions: both, actionsWidth: 132, narrowActions: { belowPx: roomForBothPx, width: 68, render: cancel } };
  }, [validationError, onAsk]);
}

/** What can be done with an active order: changed (E), cancelled (Delete). `validationError`: why nothing may be, or null. */
export function useOrderActions(profile: Profile, validationError: string | null): OrderActions {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const buttons = useOrderButtons(validationError, setAsked);
  const ask = (action: 'cancel' | 'change', order: Order) => {
    const reason = validationError ?? (action === 'change' ? amendError(order) : null);
    if (reason === null) setAsked({ action, order });
    else showToast('warning', action === 'cancel' ? t`Cannot cancel now: ${reason}` : t`Cannot amend now: ${reason}`);
  };
  return {
    ...buttons,
    onDelete: order => ask('cancel', order),
    menu: order =>
      restingMenu(order, {
        amendError: validationError ?? amendError(order),
        cancelError: validationError,
        ask: action => ask(action, order),
      }),
    onLetter: (order, letter) => {
      if (letter === 'e') ask('change', order);
      return letter === 'e';
    },
    sheet:
      asked === null ? null : asked.action === 'cancel' ? (
        <CancelOrder profile={profile} order={asked.order} onClose={close} />
      ) : (
        <Suspense fallback={null}>
          <AmendSheet profile={profile} order={asked.order} onClose={close} />
        </Suspense>
      ),
  };
}

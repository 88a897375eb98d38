import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { stopError } from '#lib/orders/amend-error.ts';
import { restingMenu } from '#state/blotter/order-menu.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import type { MenuItem } from '#ui/menu/menu-item.ts';
import { twinOf } from './stop-order.ts';
import { priceOf, type WatchedPrices } from './trigger-price.ts';
import { sideLabels } from '#lib/side-labels.ts';
import { t } from '#shared/words/t.ts';

// they are not needed to see the stops, so they load on demand
const CancelStop = lazy(async () => ({ default: (await import('./cancel-stop.tsx')).CancelStop }));
const AmendStopSheet = lazy(async () => ({ default: (await import('./amend/amend-stop-sheet.tsx')).AmendStopSheet }));

export interface StopActions {
  /** the buttons of a row, for the table of the stops */
  readonly buttons: StopButtons;
  readonly onDelete: (stop: StopOrder) => void;
  /** of the menu of a row */
  readonly menu: (stop: StopOrder) => readonly (readonly MenuItem[])[];
  readonly onLetter: (stop: StopOrder, letter: string) => boolean;
  /** the sheet that is open, if any */
  readonly sheet: ReactNode;
}

interface StopButtons {
  readonly actions: (stop: StopOrder) => ReactNode;
  readonly actionsWidth: number;
  /** E on the row changes it: the button for that comes first */
  readonly narrowActions: {
    readonly belowPx: number;
    readonly width: number;
    readonly render: (stop: StopOrder) => ReactNode;
  };
}

interface StopActionsOptions {
  readonly profile: Profile;
  /** why nothing may be done, or null */
  readonly validationError: string | null;
  readonly prices: WatchedPrices;
  /** among them the other leg of a pair; undefined: not known */
  readonly stops: readonly StopOrder[] | undefined;
}

/** What can be done with a waiting stop: changed (E), cancelled (Delete). */
export function useStopActions({ profile, validationError, prices, stops }: StopActionsOptions): StopActions {
  const [asked, setAsked] = useState<Asked | null>(null);
  const sheet = { profile, onClose: () => setAsked(null) };
  const buttons = useStopButtons(validationError, setAsked);
  const ask = (action: 'cancel' | 'change', stop: StopOrder) => {
    const reason = validationError ?? (action === 'change' ? stopError(stop) : null);
    if (reason === null) setAsked({ action, stop });
    else showToast('warning', action === 'cancel' ? t`Cannot cancel now: ${reason}` : t`Cannot amend now: ${reason}`);
  };
  return {
    buttons,
    onDelete: stop => ask('cancel', stop),
    menu: stop =>
      restingMenu(stop, {
        amendError: validationError ?? stopError(stop),
        cancelError: validationError,
        ask: action => ask(action, stop),
      }),
    onLetter: (stop, letter) => {
      if (letter === 'e') ask('change', stop);
      return letter === 'e';
    },
    sheet:
      asked === null ? null : (
        <Suspense fallback={null}>
          {asked.action === 'cancel' ? (
            <CancelStop {...sheet} stop={asked.stop} twin={twinOf(asked.stop, stops ?? [])} />
          ) : (
            <AmendStopSheet {...sheet} stop={asked.stop} watched={priceOf(asked.stop, prices)?.price ?? null} />
          )}
        </Suspense>
      ),
  };
}

interface Asked {
  readonly action: 'cancel' | 'change';
  readonly stop: StopOrder;
}

function useStopButtons(validationError: string | null, onAsk: (asked: Asked) => void): StopButtons {
  return useMemo(() => {
    const cancel = (stop: StopOrder) => (
      <Button
        size="small"
        variant="quiet"
        disabledReason={validationError}
        label={t`Cancel stop ${sideLabels[stop.side]} ${stop.symbol}`}
        onPress={() => onAsk({ action: 'cancel', stop })}
      >{t`Cancel`}</Button>
    );
    const both = (stop: StopOrder) => (
      <>
        <Button
          size="small"
          variant="quiet"
          disabledReason={validationError ?? stopError(stop)}
          label={t`Amend stop ${sideLabels[stop.side]} ${stop.symbol} (E)`}
          onPress={() => onAsk({ action: 'change', stop })}
        >{t`Amend`}</Button>
        {cancel(stop)}
      </>
    );
    return { actions: both, actionsWidth: 132, narrowActions: { belowPx: 480, width: 68, render: cancel } };
  }, [validationError, onAsk]);
}

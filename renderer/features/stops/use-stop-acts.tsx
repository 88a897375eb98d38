import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { stopObjection } from '#lib/orders/change-objection.ts';
import { restingMenu } from '#state/blotter/order-menu.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { Button } from '#ui/form/button.tsx';
import type { MenuItem } from '#ui/menu/menu-item.ts';
import { twinOf } from './stop-order.ts';
import { priceOf, type WatchedPrices } from './trigger-price.ts';
import { sideWords } from '#lib/side-words.ts';
import { t } from '#shared/words/t.ts';

// nobody needs them to see the stops, so they come when they are asked for
const CancelStop = lazy(async () => ({ default: (await import('./cancel-stop.tsx')).CancelStop }));
const AmendStopSheet = lazy(async () => ({ default: (await import('./amend/amend-stop-sheet.tsx')).AmendStopSheet }));

export interface StopActs {
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
  /** E on the row changes it: the button for that goes first */
  readonly narrowActions: {
    readonly belowPx: number;
    readonly width: number;
    readonly render: (stop: StopOrder) => ReactNode;
  };
}

interface StopActsOptions {
  readonly profile: Profile;
  /** why nothing may be done, or null */
  readonly objection: string | null;
  readonly prices: WatchedPrices;
  /** among them the other leg of a pair; undefined: not known */
  readonly stops: readonly StopOrder[] | undefined;
}

/** What can be done with a waiting stop: changed (E), cancelled (Delete). */
export function useStopActs({ profile, objection, prices, stops }: StopActsOptions): StopActs {
  const [asked, setAsked] = useState<Asked | null>(null);
  const sheet = { profile, onClose: () => setAsked(null) };
  const buttons = useStopButtons(objection, setAsked);
  const ask = (act: 'cancel' | 'change', stop: StopOrder) => {
    const reason = objection ?? (act === 'change' ? stopObjection(stop) : null);
    if (reason === null) setAsked({ act, stop });
    else showToast('warning', t`It cannot be ${act === 'cancel' ? t`cancelled` : t`changed`} now: ${reason}`);
  };
  return {
    buttons,
    onDelete: stop => ask('cancel', stop),
    menu: stop =>
      restingMenu(stop, {
        changeObjection: objection ?? stopObjection(stop),
        cancelObjection: objection,
        ask: act => ask(act, stop),
      }),
    onLetter: (stop, letter) => {
      if (letter === 'e') ask('change', stop);
      return letter === 'e';
    },
    sheet:
      asked === null ? null : (
        <Suspense fallback={null}>
          {asked.act === 'cancel' ? (
            <CancelStop {...sheet} stop={asked.stop} twin={twinOf(asked.stop, stops ?? [])} />
          ) : (
            <AmendStopSheet {...sheet} stop={asked.stop} watched={priceOf(asked.stop, prices)?.price ?? null} />
          )}
        </Suspense>
      ),
  };
}

interface Asked {
  readonly act: 'cancel' | 'change';
  readonly stop: StopOrder;
}

function useStopButtons(objection: string | null, onAsk: (asked: Asked) => void): StopButtons {
  return useMemo(() => {
    const cancel = (stop: StopOrder) => (
      <Button
        size="small"
        variant="quiet"
        disabledReason={objection}
        label={t`Cancel stop ${sideWords[stop.side]} ${stop.symbol}`}
        onPress={() => onAsk({ act: 'cancel', stop })}
      >{t`Cancel`}</Button>
    );
    const both = (stop: StopOrder) => (
      <>
        <Button
          size="small"
          variant="quiet"
          disabledReason={objection ?? stopObjection(stop)}
          label={t`Change stop ${sideWords[stop.side]} ${stop.symbol} (E)`}
          onPress={() => onAsk({ act: 'change', stop })}
        >{t`Change`}</Button>
        {cancel(stop)}
      </>
    );
    return { actions: both, actionsWidth: 132, narrowActions: { belowPx: 480, width: 68, render: cancel } };
  }, [objection, onAsk]);
}

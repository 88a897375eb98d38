import type { Profile } from '#shared/domain/profile.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import { noteCancel } from '#bridge/account/requested-cancels.ts';
import { useLostCancel } from '#bridge/actions/use-lost-cancel.ts';
import { useWrite } from '#bridge/use-write.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { legText, stopPill } from '#lib/orders/stop-text.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { SideChip } from '#ui/value/chip.tsx';
import { triggerText } from '#lib/orders/stop-distance.ts';
import { isOnMargin } from './stop-order.ts';
import { useStopResult } from './amend/use-stop-result.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface CancelStopProps {
  readonly profile: Profile;
  readonly stop: StopOrder;
  /** the other leg of its pair: it is cancelled too */
  readonly twin: StopOrder | undefined;
  readonly onClose: () => void;
}

/** A stop that is gone may have fired: then its child is an ordinary order, and the text says where to look. */
export function CancelStop({ profile, stop, twin, onClose }: CancelStopProps) {
  const isPair = stop.pairId !== undefined;
  const resultOf = useStopResult(profile.id, stop);
  const pill = (leg: StopOrder) => stopPill(leg, { distance: null, result: resultOf(leg) });
  const cancel = useWrite('stops.cancel', { refreshes: ['orders.done'] });
  const lost = useLostCancel({ profileId: profile.id, orderId: stop.id, error: cancel.error, onDone: onClose });
  const confirm = async () => {
    const outcome = await cancel.send({
      profileId: profile.id,
      venue: stop.venue,
      symbol: stop.symbol,
      orderId: stop.id,
      isMargin: isOnMargin(stop),
      ...(stop.pairId === undefined ? {} : { pairId: stop.pairId }),
    });
    if (!outcome.ok) return;
    if (outcome.value.outcome === 'requested') {
      for (const leg of [stop, twin])
        if (leg !== undefined) noteCancel({ kind: 'stop', profileId: profile.id, stop: leg });
      showToast('neutral', t`${stop.symbol}: cancellation of the ${isPair ? t`pair` : t`stop`} requested.`);
    } else
      showToast(
        'warning',
        t`${stop.symbol}: the ${isPair ? t`pair` : t`stop`} was no longer open. It may have triggered: check Open orders and Order history.`,
      );
    onClose();
  };
  return (
    <ConfirmSheet
      title={isPair ? t`Cancel both stops of this pair?` : t`Cancel this stop order?`}
      confirmLabel={isPair ? t`Cancel pair` : t`Cancel stop`}
      isDangerous
      profile={profile}
      facts={[
        { label: isPair ? capital(legText(stop)) : t`Stop`, hint: stopHint, value: pill(stop) },
        ...(twin === undefined ? [] : [{ label: t`And its ${legText(twin)}`, hint: stopHint, value: pill(twin) }]),
        { label: t`Symbol`, hint: orderHints.symbol, value: stop.symbol },
        { label: t`Side`, hint: orderHints.side, value: <SideChip side={stop.side} /> },
        // of a pair the two lines above say it of each
        ...(isPair ? [] : factsOf(stop)),
      ]}
      isBusy={cancel.isPending}
      {...lost}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

const stopHint = t`Conditional order that is cancelled`;

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function factsOf({ stopPrice, price, size, ...stop }: StopOrder) {
  return [
    {
      label: t`Trigger condition`,
      hint: t`Price type, direction and price that trigger the order`,
      value: `${triggerText(stop)} ${formatDecimal(stopPrice)}`,
    },
    { label: t`Order price`, hint: orderHints.orderPrice, value: price === null ? t`market` : formatDecimal(price) },
    { label: t`Size`, hint: orderHints.size, value: size === null ? unknownText : formatDecimal(size) },
  ];
}

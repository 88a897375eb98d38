import type { Order } from '#shared/domain/account/order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { useWrite } from '#bridge/use-write.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { SideChip } from '#ui/value/chip.tsx';

interface CancelOrderProps {
  readonly profile: Profile;
  readonly order: Order;
  readonly onClose: () => void;
}

/** Asks once, sends once, and says what the exchange answered. A lost answer is shown as not known, never as a failure. */
export function CancelOrder({ profile, order, onClose }: CancelOrderProps) {
  const cancel = useWrite('orders.cancel', { refreshes: ['orders.done'] });
  const confirm = async () => {
    const { venue, symbol, id } = order;
    const outcome = await cancel.send({ profileId: profile.id, venue, symbol, orderId: id });
    if (!outcome.ok) return;
    if (outcome.value.outcome === 'requested') showToast('neutral', `${symbol}: cancellation requested.`);
    else
      showToast(
        'warning',
        `${symbol}: there was nothing left to cancel. Look in done orders and fills for what became of it.`,
      );
    onClose();
  };
  return (
    <ConfirmSheet
      title="Cancel this order?"
      confirmLabel="Cancel order"
      isDangerous
      profile={profile}
      facts={[
        { label: 'Symbol', value: order.symbol },
        { label: 'Side', value: <SideChip side={order.side} /> },
        { label: 'Price', value: order.price === null ? unknownText : formatDecimal(order.price) },
        { label: 'Size', value: order.size === null ? unknownText : formatDecimal(order.size) },
        { label: 'Filled so far', value: formatDecimal(order.filledSize) },
      ]}
      isBusy={cancel.isPending}
      error={cancel.error}
      disabledReason={cancel.error?.isOutcomeUnknown === true ? 'The first request is still being looked up' : null}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

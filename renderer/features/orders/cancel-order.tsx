import type { Order } from '#shared/domain/account/order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { noteCancel } from '#bridge/account/requested-cancels.ts';
import { useLostCancel } from '#bridge/actions/use-lost-cancel.ts';
import { useWrite } from '#bridge/use-write.ts';
import { marginTypeOf } from '#lib/trade-type.ts';
import { formatDecimal, unknownText } from '#lib/format.ts';
import { tradeTypeText } from '#lib/trade-type.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { ConfirmSheet } from '#ui/overlay/confirm-sheet.tsx';
import { SideChip } from '#ui/value/chip.tsx';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

interface CancelOrderProps {
  readonly profile: Profile;
  readonly order: Order;
  readonly onClose: () => void;
}

/** An order on borrowed money has endpoints of its own. */
function useCancel(profileId: string, { venue, symbol, id: orderId, tradeType }: Order) {
  const plain = useWrite('orders.cancel', { refreshes: ['orders.done'] });
  const margin = useWrite('margin.cancel');
  const isOnMargin = marginTypeOf(tradeType) !== undefined;
  const { isPending, error } = isOnMargin ? margin : plain;
  const send = () =>
    isOnMargin ? margin.send({ profileId, symbol, orderId }) : plain.send({ profileId, venue, symbol, orderId });
  return { isPending, error, send };
}

/** Asks once, sends once, and says what the exchange answered. A lost answer is shown as not known, never as a failure. */
export function CancelOrder({ profile, order, onClose }: CancelOrderProps) {
  const cancel = useCancel(profile.id, order);
  const { symbol } = order;
  const lost = useLostCancel({ profileId: profile.id, orderId: order.id, error: cancel.error, onDone: onClose });
  const confirm = async () => {
    const outcome = await cancel.send();
    if (!outcome.ok) return;
    if (outcome.value.outcome === 'requested') {
      noteCancel({ kind: 'order', profileId: profile.id, order });
      showToast('neutral', t`${symbol}: cancellation requested.`);
    } else showToast('warning', t`${symbol}: nothing left to cancel. Check Order history and Fills.`);
    onClose();
  };
  return (
    <ConfirmSheet
      title={t`Cancel this order?`}
      confirmLabel={t`Cancel order`}
      isDangerous
      profile={profile}
      facts={[
        { label: t`Symbol`, hint: orderHints.symbol, value: order.symbol },
        { label: t`Market`, hint: orderHints.market, value: tradeTypeText(order.tradeType) },
        { label: t`Side`, hint: orderHints.side, value: <SideChip side={order.side} /> },
        {
          label: t`Price`,
          hint: orderHints.price,
          value: order.price === null ? unknownText : formatDecimal(order.price),
        },
        { label: t`Size`, hint: orderHints.size, value: order.size === null ? unknownText : formatDecimal(order.size) },
        {
          label: t`Filled so far`,
          hint: orderHints.filled,
          value: order.filledSize === null ? unknownText : formatDecimal(order.filledSize),
        },
      ]}
      isBusy={cancel.isPending}
      {...lost}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

import { useEffect, useMemo } from 'react';
import type { Decimal } from '#shared/decimal.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { stopError } from '#lib/orders/amend-error.ts';
import { showToast } from '#ui/feedback/toast-queue.ts';
import { priceOf } from '../trigger-price.ts';
import { useTriggerPrices } from '../use-stops.ts';
import { AmendStopSheet } from './amend-stop-sheet.tsx';
import { t } from '#shared/words/t.ts';

interface DraggedStopProps {
  readonly profile: Profile;
  readonly stop: StopOrder;
  /** where its trigger was dropped */
  readonly price: Decimal;
  readonly onClose: () => void;
}

/** A stop whose line was dragged: its change to be reviewed, or why it cannot be changed. */
export function DraggedStop(props: DraggedStopProps) {
  const { profile, stop, onClose } = props;
  const stops = useMemo(() => [stop], [stop]);
  const prices = useTriggerPrices(profile.id, stops);
  const validationError = stopError(stop);
  useEffect(() => {
    if (validationError === null) return;
    showToast('warning', t`Cannot be dragged: ${validationError}`);
    onClose();
  }, [validationError, onClose]);
  if (validationError !== null) return null;
  return <AmendStopSheet {...props} watched={priceOf(stop, prices)?.price ?? null} />;
}

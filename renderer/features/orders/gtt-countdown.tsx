import type { Order } from '#shared/domain/account/order.ts';
import { endsAtMs, leftText } from '#ui/value/gtt.ts';
import { formatMoment } from '#lib/time.ts';
import { useAtTick } from '#ui/clock.ts';
import { Chip } from '#ui/value/chip.tsx';
import { t } from '#shared/words/t.ts';

/** The time that is left, where the order says how long it waits; the moment on hover. */
export function GttCountdown({ order }: { readonly order: Order }) {
  const atMs = endsAtMs(order);
  const left = useAtTick(nowMs => (atMs === null ? '' : leftText(atMs - nowMs)));
  const ends = useAtTick(nowMs => (atMs === null ? '' : formatMoment(atMs, nowMs)));
  return atMs === null ? null : <Chip title={t`Expires ${ends} · ${left}`}>{t`GTT ${left}`}</Chip>;
}

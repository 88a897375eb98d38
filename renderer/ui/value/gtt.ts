import type { Order } from '#shared/domain/account/order.ts';
import { t } from '#shared/words/t.ts';

/** When the exchange ends a GTT order by itself, in epoch ms; null: never, or not known. docs/exchange/endpoints.md §3.2. */
export function endsAtMs({ timeInForce, cancelAfterS, createdAtMs }: Order): number | null {
  if (timeInForce !== 'GTT' || cancelAfterS === null || cancelAfterS <= 0 || createdAtMs === null) return null;
  return createdAtMs + cancelAfterS * 1_000;
}

const two = (value: number) => String(value).padStart(2, '0');

/** `12:04 left`, `3:02:09 left`, `2 d left`; what is over is due. */
export function leftText(leftMs: number): string {
  if (leftMs <= 0) return t`due`;
  const seconds = Math.ceil(leftMs / 1_000);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours >= 48) return t`${Math.floor(hours / 24)} d left`;
  const clock = `${two(minutes)}:${two(seconds % 60)}`;
  return hours > 0 ? t`${hours}:${clock} left` : t`${clock} left`;
}

import { createPortal } from 'react-dom';
import type { Decimal } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { t } from '#shared/words/t.ts';
import './drag.css';

interface DragTipProps {
  /** what is dragged, with its size */
  readonly name: string;
  /** null: not known */
  readonly from: Decimal | null;
  /** null: to where nothing is dropped */
  readonly to: Decimal | null;
  /** where the pointer is in the window */
  readonly xPx: number;
  readonly yPx: number;
}

/** Says beside the pointer what letting go here would do. */
export function DragTip({ name, from, to, xPx, yPx }: DragTipProps) {
  const at = from === null ? name : t`${name} at ${formatDecimal(from)}`;
  // a chart that keeps all it draws inside itself would cut it
  return createPortal(
    <div className="book-drag number" style={{ left: xPx + 14, top: yPx - 12 }} role="status">
      {to === null ? at : `${at} → ${formatDecimal(to)}`}
    </div>,
    document.body,
  );
}

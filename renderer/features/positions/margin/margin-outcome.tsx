import { type Decimal, multiply } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { liquidationDistance } from '#lib/orders/liquidation-distance.ts';
import type { ActionTexts } from '#ui/overlay/action-sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';
import type { MarginPreview } from './margin-preview.ts';
import { positionHints } from '#lib/hints/position-hints.ts';
import { t } from '#shared/words/t.ts';

/** The text about adding `what`; it never claims more than is known. */
export function addMarginTexts(what: string, symbol: string): ActionTexts {
  return {
    sending: t`Sending ${what}. Sent once.`,
    checking: t`Outcome unknown: no response received. ${what} may have been added. Fathom checks at the exchange and sends nothing again.`,
    absent: t`The exchange has not added ${what}. You can send it again: it keeps its number and counts at most once.`,
    done: t`Added ${what} to ${symbol}.`,
  };
}

/** Why nothing can be sent now, as a sentence, or null. */
export function disabledReasonOf(
  isClosed: boolean,
  { amount, error }: { readonly amount: Decimal | null; readonly error: string | null },
): string | null {
  if (isClosed) return t`The position is closed.`;
  return amount === null ? (error ?? t`Enter an amount or a price first`) : null;
}

/** The position is closed. */
export function PositionClosedNotice() {
  return <p className="notice notice-warning">{t`The position is closed.`}</p>;
}

interface MarginReceiptProps {
  /** as the exchange has it now */
  readonly position: Position;
  readonly preview: MarginPreview | null;
}

/** The present state of the position, beside the earlier and the previewed one. */
export function MarginReceipt({ position, preview }: MarginReceiptProps) {
  const before = preview?.before.distance ?? null;
  return (
    <Facts
      facts={[
        {
          label: t`Liquidation price now`,
          hint: positionHints.liquidation,
          value: <NumberCell value={position.liquidationPrice} />,
        },
        {
          label: t`As previewed`,
          hint: t`Liquidation price of the preview before the action was sent`,
          value: <NumberCell value={preview?.after.liquidationPrice} unknownReason={t`No preview.`} />,
        },
        {
          label: t`Liq. distance now`,
          hint: positionHints.distance,
          value: <Room before={before} now={liquidationDistance(position)} />,
        },
        {
          label: t`Position margin now`,
          hint: positionHints.margin,
          value: <NumberCell value={position.positionMargin} unit={position.settleCurrency} maximumDecimals={8} />,
        },
        {
          label: t`Total added margin`,
          hint: positionHints.addedMargin,
          value: <NumberCell value={position.addedMargin} unit={position.settleCurrency} maximumDecimals={8} />,
        },
      ]}
    />
  );
}

function percent(fraction: Decimal | null): Decimal | null {
  return fraction === null ? null : multiply(fraction, '100');
}

function Room({ before, now }: { readonly before: Decimal | null; readonly now: Decimal | null }) {
  return <BeforeAfter before={percent(before)} after={percent(now)} unit="%" minimumDecimals={2} maximumDecimals={2} />;
}

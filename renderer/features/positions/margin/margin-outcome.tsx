import { type Decimal, multiply } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { liquidationDistance } from '#lib/orders/liquidation-distance.ts';
import type { ActWords } from '#ui/overlay/act-sheet.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';
import type { MarginPreview } from './margin-preview.ts';
import { t } from '#shared/words/t.ts';

/** What is said of adding `what`; it never claims more than is known. */
export function addWords(what: string, symbol: string): ActWords {
  return {
    sending: t`Sending ${what}. It is sent once.`,
    checking: t`Checking: the answer was lost, so ${what} may or may not have been added. Fathom is asking the exchange; nothing is sent again.`,
    absent: t`The exchange has not added ${what}. You may send it again: it carries the same number and counts once at most.`,
    done: t`Added ${what} to ${symbol}.`,
  };
}

/** Why nothing can be sent now, as a sentence, or null. */
export function missingOf(
  isGone: boolean,
  { amount, error }: { readonly amount: Decimal | null; readonly error: string | null },
): string | null {
  if (isGone) return t`The position is gone.`;
  return amount === null ? (error ?? t`Type an amount or a price first`) : null;
}

/** Nothing of the position stands any more. */
export function GoneNotice() {
  return <p className="notice notice-warning">{t`The position is gone.`}</p>;
}

interface MarginReceiptProps {
  /** as the exchange has it now */
  readonly position: Position;
  readonly preview: MarginPreview | null;
}

/** Where the position stands now, beside where it stood and what was previewed. */
export function MarginReceipt({ position, preview }: MarginReceiptProps) {
  const before = preview?.before.distance ?? null;
  return (
    <Facts
      facts={[
        { label: t`Liquidation price now`, value: <NumberCell value={position.liquidationPrice} /> },
        {
          label: t`As previewed`,
          value: <NumberCell value={preview?.after.liquidationPrice} unknownReason={t`Nothing was previewed.`} />,
        },
        {
          label: t`Room to liquidation now`,
          value: <Room before={before} now={liquidationDistance(position)} />,
        },
        {
          label: t`Position margin now`,
          value: <NumberCell value={position.positionMargin} unit={position.settleCurrency} maximumDecimals={8} />,
        },
        {
          label: t`Added by hand in all`,
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

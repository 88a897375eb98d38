import { type Decimal, multiply } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { assertNever } from '#shared/errors.ts';
import { formatDecimal } from '#lib/format.ts';
import { ErrorDetail } from '#ui/panel/panel-failure.tsx';
import { BeforeAfter } from '#ui/value/before-after.tsx';
import { Facts } from '#ui/value/facts.tsx';
import { NumberCell } from '#ui/value/number-cell.tsx';
import { liquidationDistance } from '../position-risk.ts';
import type { MarginPreview } from './margin-preview.ts';
import type { MarginStage } from './use-add-margin.ts';

interface MarginOutcomeProps {
  readonly stage: MarginStage;
  /** as the screen knows it now: it follows the exchange */
  readonly position: Position;
  readonly sent: { readonly amount: Decimal; readonly preview: MarginPreview } | null;
}

/** What became of it, in words that never claim more than is known. */
export function MarginOutcome({ stage, position, sent }: MarginOutcomeProps) {
  const amount = sent === null ? 'The margin' : `${formatDecimal(sent.amount)} ${position.settleCurrency}`;
  switch (stage.kind) {
    case 'sending':
      return (
        <p className="notice" role="status">
          Sending {amount}. It is sent once.
        </p>
      );
    case 'checking':
      return (
        <div className="notice notice-warning" role="status">
          <p>
            Checking: the answer was lost, so {amount} may or may not have been added. Fathom is asking the exchange;
            nothing is sent again.
          </p>
          <ErrorDetail error={stage.error} />
        </div>
      );
    case 'absent':
      return (
        <p className="notice notice-warning" role="status">
          The exchange has not added {amount}. You may send it again: it carries the same number and counts once at
          most.
        </p>
      );
    case 'done':
      return <Receipt amount={amount} position={stage.position ?? position} preview={sent?.preview ?? null} />;
    case 'editing':
    case 'refused':
      return null;
    default:
      return assertNever(stage);
  }
}

interface ReceiptProps {
  readonly amount: string;
  readonly position: Position;
  readonly preview: MarginPreview | null;
}

function Receipt({ amount, position, preview }: ReceiptProps) {
  const before = preview?.before.distance ?? null;
  return (
    <>
      <p className="notice" role="status">
        Added {amount} to {position.symbol}.
      </p>
      <Facts
        facts={[
          { label: 'Liquidation price now', value: <NumberCell value={position.liquidationPrice} /> },
          {
            label: 'As previewed',
            value: <NumberCell value={preview?.after.liquidationPrice} unknownReason="Nothing was previewed." />,
          },
          {
            label: 'Room to liquidation now',
            value: <Room before={before} now={liquidationDistance(position)} />,
          },
          {
            label: 'Position margin now',
            value: <NumberCell value={position.positionMargin} unit={position.settleCurrency} maximumDecimals={8} />,
          },
          {
            label: 'Added by hand in all',
            value: <NumberCell value={position.addedMargin} unit={position.settleCurrency} maximumDecimals={8} />,
          },
        ]}
      />
    </>
  );
}

function percent(fraction: Decimal | null): Decimal | null {
  return fraction === null ? null : multiply(fraction, '100');
}

function Room({ before, now }: { readonly before: Decimal | null; readonly now: Decimal | null }) {
  return <BeforeAfter before={percent(before)} after={percent(now)} unit="%" minimumDecimals={2} maximumDecimals={2} />;
}

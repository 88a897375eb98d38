import { isZero, scaleOf } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { NumberCell } from '#ui/value/number-cell.tsx';
import type { LadderStanding, RungView } from '../model/ladder-views.ts';
import type { RungStage } from '../model/stages.ts';
import { t } from '#shared/words/t.ts';

const stageWords: Readonly<Record<RungStage['kind'], string>> = {
  waiting: t`waiting`,
  sending: t`sending`,
  accepted: t`accepted`,
  open: t`open`,
  'part-filled': t`part-filled`,
  filled: t`filled`,
  cancelled: t`cancelled`,
  rejected: t`rejected`,
  absent: t`not placed`,
  unlisted: t`not listed`,
  unknown: t`unknown: checking`,
};

/** The rungs of one ladder, the nearest first. */
export function RungTable({ view }: { readonly view: LadderStanding }) {
  // the longest price has all digits of the tick, or as many as distinguish them
  const digits = Math.max(0, ...view.rungs.map(({ price }) => (price === null ? 0 : scaleOf(price))));
  return (
    <table className="rung-table" aria-label={t`Rungs of the scaled order`}>
      <tbody>
        {view.rungs.map(rung => (
          <Row key={rung.row} rung={rung} digits={digits} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly rung: RungView;
  readonly digits: number;
}

function Row({ rung: { row, price, size, filled, stage }, digits }: RowProps) {
  return (
    <tr data-stage={stage.kind}>
      <td className="number">{row + 1}</td>
      <td className="number">
        <NumberCell value={price} minimumDecimals={digits} unknownReason={t`No list shows it.`} />
      </td>
      <td className="number">
        <NumberCell value={size} unknownReason={t`No list shows it.`} />
      </td>
      <td title={stage.kind === 'rejected' ? stage.reason : undefined}>
        {stageWords[stage.kind]}
        {filled === null || isZero(filled) || stage.kind === 'filled' ? '' : t`, ${formatDecimal(filled)} filled`}
      </td>
    </tr>
  );
}

import { memo } from 'react';
import type { LadderFrame, LadderRow } from './ladder-frame.ts';
import type { LadderNames } from '../canvas/scene.ts';
import type { Middle } from '../model/middle.ts';
import { t } from '#shared/words/t.ts';
import { rich } from '#lib/rich.ts';

interface LadderMirrorProps {
  readonly frame: LadderFrame & Middle;
  readonly names: LadderNames;
  readonly hasTotal: boolean;
}

/** The same book as tables, for those who hear it: a canvas says nothing. Drawn twice a second, best price first. */
export function LadderMirror({ frame, names, hasTotal }: LadderMirrorProps) {
  return (
    <div className="ladder-mirror">
      <p>
        {rich`${<span>{frame.midText ?? t`No`}</span>} ${names.quote} mid, spread ${frame.spreadText ?? t`unknown`}`}
        {frame.spreadBpsText === null ? '' : t`, ${frame.spreadBpsText} bps`}
      </p>
      <Side isBid rows={frame.bids} names={names} hasTotal={hasTotal} />
      <Side isBid={false} rows={frame.asks} names={names} hasTotal={hasTotal} />
    </div>
  );
}

interface SideProps {
  readonly isBid: boolean;
  readonly rows: readonly LadderRow[];
  readonly names: LadderNames;
  readonly hasTotal: boolean;
}

function Side({ isBid, rows, names, hasTotal }: SideProps) {
  return (
    <>
      <div role="table" aria-label={isBid ? t`Bids` : t`Asks`}>
        <div role="row">
          <span role="columnheader">{isBid ? t`Bid` : t`Ask`}</span>
          <span role="columnheader">{t`Size ${names.unit}`}</span>
          {hasTotal ? <span role="columnheader">{t`Total`}</span> : null}
        </div>
        {rows.map((row, rank) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is a rank: its texts change, its place never does
          <Row key={rank} {...textsOf(row, hasTotal)} />
        ))}
      </div>
      {rows.length === 0 ? <p>{isBid ? t`No bids` : t`No asks`}</p> : null}
    </>
  );
}

interface RowTexts {
  readonly price: string;
  readonly size: string;
  /** null: totals are not shown */
  readonly total: string | null;
}

function textsOf(row: LadderRow, hasTotal: boolean): RowTexts {
  const { priceText, ownText, sizeText, zerosText, totalText } = row;
  const rests = row.isGhost === true ? t`would rest` : t`rest`;
  return {
    price: ownText === '' ? priceText : t`${priceText}. Your ${ownText} ${rests} at this price`,
    size: sizeText + zerosText,
    total: hasTotal ? totalText : null,
  };
}

const Row = memo(function Row({ price, size, total }: RowTexts) {
  return (
    <div role="row">
      <span role="cell" className="book-price">
        {price}
      </span>
      <span role="cell">{size}</span>
      {total === null ? null : <span role="cell">{total}</span>}
    </div>
  );
});

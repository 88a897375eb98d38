import { memo } from 'react';
import { hiddenText } from '#lib/privacy.ts';
import { useHidden } from '#ui/value/hidden.tsx';
import type { Decimal } from '#shared/decimal.ts';
import type { LadderColumn, PriceRow } from '../model/ladder-rows.ts';
import type { OwnTone } from '../own/own-cell.ts';

/** One row as it is drawn: texts only, so that a row of which nothing changed is not drawn again. */
export interface LadderLineProps {
  readonly id: string;
  readonly row: number;
  /** exactly what an order here asks */
  readonly price: Decimal;
  readonly priceText: string;
  readonly place: PriceRow['place'];
  readonly bid: string;
  readonly bidShare: number;
  readonly ask: string;
  readonly askShare: number;
  readonly buys: string;
  readonly buysTone: OwnTone | null;
  readonly isBuysHeld: boolean;
  readonly sells: string;
  readonly sellsTone: OwnTone | null;
  readonly isSellsHeld: boolean;
  readonly vol: string;
  readonly ahead: string;
  /** the cell that the keys are on */
  readonly cursor: LadderColumn | null;
}

/** One price of the ladder. What it is pressed as is read from its own attributes. */
export const LadderLine = memo(function LadderLine(props: LadderLineProps) {
  const { id, row, price, place, cursor } = props;
  return (
    <div
      role="row"
      className="price-ladder-row"
      data-row={row}
      data-price={price}
      data-place={place ?? undefined}
      data-cursor={cursor === null ? undefined : true}
    >
      <OwnCellView
        id={`${id}-buys`}
        column="buys"
        text={props.buys}
        tone={props.buysTone}
        isHeld={props.isBuysHeld}
        isCurrent={cursor === 'buys'}
      />
      <SizeCell column="bid" text={props.bid} share={props.bidShare} />
      <span role="gridcell" data-column="price" className="price-ladder-price">
        {props.priceText}
      </span>
      <SizeCell column="ask" text={props.ask} share={props.askShare} />
      <OwnCellView
        id={`${id}-sells`}
        column="sells"
        text={props.sells}
        tone={props.sellsTone}
        isHeld={props.isSellsHeld}
        isCurrent={cursor === 'sells'}
      />
      <span role="gridcell" data-column="vol" className="price-ladder-vol">
        {props.vol}
      </span>
      <span role="gridcell" data-column="ahead" className="price-ladder-ahead">
        {props.ahead}
      </span>
    </div>
  );
});

interface SizeCellProps {
  readonly column: 'bid' | 'ask';
  readonly text: string;
  readonly share: number;
}

function SizeCell({ column, text, share }: SizeCellProps) {
  return (
    <span role="gridcell" data-column={column} className={`price-ladder-${column}`}>
      {share === 0 ? null : (
        <span className="price-ladder-bar" style={{ transform: `scaleX(${share})` }} aria-hidden="true" />
      )}
      <span className="price-ladder-size">{text}</span>
    </span>
  );
}

interface OwnCellViewProps {
  readonly id: string;
  readonly column: 'buys' | 'sells';
  readonly text: string;
  readonly tone: OwnTone | null;
  readonly isHeld: boolean;
  readonly isCurrent: boolean;
}

function OwnCellView({ id, column, text, tone, isHeld, isCurrent }: OwnCellViewProps) {
  const isHidden = useHidden();
  return (
    <span
      role="gridcell"
      id={id}
      data-column={column}
      data-tone={tone ?? undefined}
      className="price-ladder-own"
      aria-selected={isCurrent}
    >
      {isHeld ? (
        <span className="price-ladder-cancel" data-cancel aria-hidden="true">
          ✕
        </span>
      ) : null}
      <span className="price-ladder-size">{isHidden && text !== '' ? hiddenText : text}</span>
    </span>
  );
}

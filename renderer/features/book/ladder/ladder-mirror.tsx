import type { LadderFrame, LadderRow } from './ladder-frame.ts';
import type { LadderNames } from '../canvas/scene.ts';
import type { Middle } from '../model/middle.ts';

interface LadderMirrorProps {
  readonly frame: LadderFrame & Middle;
  readonly names: LadderNames;
  readonly hasTotal: boolean;
}

/** The same book as tables, for those who hear it: a canvas says nothing. Drawn twice a second, best price first. */
export function LadderMirror({ frame, names, hasTotal }: LadderMirrorProps) {
  return (
    <div className="visually-hidden">
      <p>
        <span>{frame.midText ?? 'No'}</span> {names.quote} mid, spread {frame.spreadText ?? 'not known'}
        {frame.spreadBpsText === null ? '' : `, ${frame.spreadBpsText} bps`}
      </p>
      <Side title="Bids" rows={frame.bids} names={names} hasTotal={hasTotal} />
      <Side title="Asks" rows={frame.asks} names={names} hasTotal={hasTotal} />
    </div>
  );
}

interface SideProps {
  readonly title: 'Bids' | 'Asks';
  readonly rows: readonly LadderRow[];
  readonly names: LadderNames;
  readonly hasTotal: boolean;
}

function Side({ title, rows, names, hasTotal }: SideProps) {
  return (
    <>
      <div role="table" aria-label={title}>
        <div role="row">
          <span role="columnheader">{title === 'Bids' ? 'Bid' : 'Ask'}</span>
          <span role="columnheader">Size {names.unit}</span>
          {hasTotal ? <span role="columnheader">Total</span> : null}
        </div>
        {rows.map(row => (
          <Row key={row.price} row={row} hasTotal={hasTotal} />
        ))}
      </div>
      {rows.length === 0 ? <p>No {title.toLowerCase()}</p> : null}
    </>
  );
}

function Row({ row, hasTotal }: { readonly row: LadderRow; readonly hasTotal: boolean }) {
  return (
    <div role="row">
      <span role="cell" className="book-price">
        {row.priceText}
        {row.ownText === '' ? null : `. Your ${row.ownText} rest at this price`}
      </span>
      <span role="cell">
        {row.sizeText}
        {row.zerosText}
      </span>
      {hasTotal ? <span role="cell">{row.totalText}</span> : null}
    </div>
  );
}

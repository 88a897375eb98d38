import { scaleOf } from '#shared/decimal.ts';
import { formatDecimal } from '#lib/format.ts';
import { type LadderColumn, type PriceRow, sizeText } from '../model/ladder-rows.ts';
import { queueText, shortSize, tinySize } from '../model/ladder-texts.ts';
import { ownCell } from '../own/own-cell.ts';
import type { LadderCursor } from '../use-ladder-cursor.ts';
import type { PriceLadder } from '../use-price-ladder.ts';
import { LadderLine } from './ladder-line.tsx';

interface LadderLinesProps {
  readonly ladder: PriceLadder;
  readonly idOf: (row: number) => string;
}

/** All rows of the window, each drawn again only when a text of it changed. */
export function LadderLines({ ladder, idOf }: LadderLinesProps) {
  return ladder.rows.map(row => <LadderLine key={row.price} {...lineOf(row, ladder)} id={idOf(row.row)} />);
}

function lineOf({ row, price, bid, ask, bidShare, askShare, place }: PriceRow, ladder: PriceLadder) {
  const { marks, rungs, rowActions: actions, moving, step, tick, own, keys } = ladder;
  const buys = ownCell('buy', row, { marks, rungs, actions, moving, step });
  const sells = ownCell('sell', row, { marks, rungs, actions, moving, step });
  return {
    row,
    price,
    priceText: formatDecimal(price, { minimumDecimals: scaleOf(tick) }),
    place,
    bid: sizeText(bid, shortSize),
    bidShare,
    ask: sizeText(ask, shortSize),
    askShare,
    buys: buys.text,
    buysTone: buys.tone,
    isBuysHeld: buys.isHeld,
    sells: sells.text,
    sellsTone: sells.tone,
    isSellsHeld: sells.isHeld,
    vol: sizeText(own.volume.at(price, step), tinySize),
    ahead: aheadOf(row, ladder),
    cursor: cursorIn(keys.cursor, row),
  };
}

function cursorIn(cursor: LadderCursor | null, row: number): LadderColumn | null {
  if (cursor?.row !== row) return null;
  return cursor.side === 'buy' ? 'buys' : 'sells';
}

/** The queue before the own order of the row that came first. */
function aheadOf(row: number, { marks, own }: PriceLadder): string {
  const first = [...marks.at('buy', row), ...marks.at('sell', row)].findLast(({ isStop }) => !isStop);
  return first === undefined ? '' : queueText(own.queues.of(first.id));
}

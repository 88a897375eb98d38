import { restOfOrder } from '#shared/domain/fills/filled-size.ts';
import { type Decimal, isPositive, toNumber } from '#shared/decimal.ts';
import type { Order } from '#shared/domain/account/order.ts';
import type { StopOrder } from '#shared/domain/account/stop-order.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import type { MarketTerms } from '#shared/order-entry/market-terms.ts';
import { isSamePosition } from '#shared/domain/market/position-key.ts';
import { stopResult } from '#shared/order-entry/stop-result.ts';
import { formatOwn } from '#lib/own/own-figures.ts';
import { distanceToTrigger } from '#lib/orders/stop-distance.ts';
import { ownText } from '#lib/own/privacy.ts';
import { shortStopPill, stopPill } from '#lib/orders/stop-text.ts';
import type { AmendPrefill } from '#state/amend-store.ts';
import type { GhostLadder } from '#state/ladder-store.ts';
import { sideLabels } from '#lib/side-labels.ts';
import { t } from '#shared/words/t.ts';

/** The object of a chart line that can be dragged. */
export type MarkedThing =
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'stop'; readonly stop: StopOrder }
  | { readonly kind: 'rung'; readonly row: number };

/** A price at which something of the user's waits, would wait, or waited before it was dragged. */
export interface PriceMark {
  readonly price: number;
  readonly side: 'buy' | 'sell';
  /** `ghost`: a rung that is being composed; `was`: where something is until its change is acknowledged */
  readonly kind: 'order' | 'stop' | 'ghost' | 'was';
  readonly text: string;
  /** where there is no room for all of it */
  readonly shortText?: string;
  /** null: it cannot be dragged */
  readonly of: MarkedThing | null;
}

/** What the account has of the market on the screen. */
export interface OwnThings {
  readonly symbol: string;
  readonly orders: readonly Order[];
  readonly stops: readonly StopOrder[];
  /** of all contracts; undefined: not known */
  readonly positions: readonly Position[] | undefined;
  /** null: not known yet */
  readonly terms: MarketTerms | null;
  /** the newest price of the chart; null: none yet */
  readonly lastPrice: Decimal | null;
  /** what was dragged and is not acknowledged yet */
  readonly amendment: AmendPrefill | null;
}

/** Own resting orders and waiting stops of a pair as lines at their prices. */
export function priceMarks(own: OwnThings): readonly PriceMark[] {
  return [...orderMarks(own), ...stopMarks(own)];
}

function orderMarks({ orders, symbol, amendment }: OwnThings): readonly PriceMark[] {
  return orders.flatMap(order => {
    if (order.symbol !== symbol || order.price === null || order.size === null) return [];
    const left = restOfOrder(order) ?? order.size;
    if (!isPositive(left)) return [];
    const text = `${sideLabels[order.side]} ${formatOwn(left)}`;
    const mark = { side: order.side, text, of: { kind: 'order', order } } as const;
    const isMoving = amendment?.kind === 'order' && amendment.order.id === order.id;
    return movedMarks({ ...mark, kind: 'order', price: toNumber(order.price) }, isMoving ? amendment.price : null);
  });
}

function stopMarks({ stops, symbol, positions, terms, lastPrice, amendment }: OwnThings): readonly PriceMark[] {
  return stops.flatMap(stop => {
    if (stop.symbol !== symbol) return [];
    // what the chart draws is the last trade: of a stop that watches another price it says nothing
    const isLast = stop.stopPriceType === null || stop.stopPriceType === 'TP';
    const position = positions?.find(each => each.isOpen && isSamePosition(each, stop));
    const result = terms === null ? null : stopResult(stop, position, terms);
    const text = ownText(
      stopPill(stop, {
        distance: isLast ? distanceToTrigger(stop, lastPrice) : null,
        result: result === null || terms === null ? null : { amount: result, currency: terms.settleCurrency },
      }),
    );
    const mark = {
      side: stop.side,
      text,
      shortText: ownText(shortStopPill(stop)),
      of: { kind: 'stop', stop },
    } as const;
    const isMoving = amendment?.kind === 'stop' && amendment.stop.id === stop.id;
    return movedMarks({ ...mark, kind: 'stop', price: toNumber(stop.stopPrice) }, isMoving ? amendment.price : null);
  });
}

/** While a change is not acknowledged the thing is where it was, and shown where it would be. */
function movedMarks(mark: PriceMark, to: Decimal | null): readonly PriceMark[] {
  if (to === null) return [mark];
  const waiting = { ...mark, price: toNumber(to), of: null };
  const words = t`${mark.shortText ?? mark.text}, not acknowledged`;
  return [
    { ...mark, kind: 'was', text: t`still here`, shortText: t`still here`, of: null },
    { ...waiting, text: words, shortText: words },
  ];
}

/** The rungs of a ladder that is being composed. */
export function ghostMarks({ side, rungs }: GhostLadder): readonly PriceMark[] {
  return rungs.map(({ row, price, size }) => ({
    price: toNumber(price),
    side,
    kind: 'ghost',
    text: t`rung ${row + 1} · ${formatOwn(size)}`,
    of: { kind: 'rung', row },
  }));
}

import type { PositionMode } from '../domain/account/futures-account.ts';
import type { FuturesOrderRequest } from '../domain/account/order.ts';
import { sideField } from '../domain/market/position-key.ts';
import type { PositionSide } from '../domain/market/position-side.ts';
import { type Breach, breach } from './breach.ts';
import { t } from '#shared/words/t.ts';

type Sided = Pick<FuturesOrderRequest, 'side' | 'isReduceOnly' | 'isCloseOrder' | 'positionSide'>;

function isClosing({ isReduceOnly, isCloseOrder }: Omit<Sided, 'positionSide'>): boolean {
  return isReduceOnly === true || isCloseOrder === true;
}

/**
 * The position that an order opens or closes in hedge mode: a buy opens the long one and, reduce-only, closes the short
 * one; a sell the other way round. docs/exchange/records.md §9.7.
 */
export function positionSideOf(order: Omit<Sided, 'positionSide'>): PositionSide {
  return (order.side === 'buy') === isClosing(order) ? 'short' : 'long';
}

/** The position side as a field of an order: none unless the account is in hedge mode. */
export function sideInMode(
  order: Omit<Sided, 'positionSide'>,
  mode: PositionMode | null,
): { readonly positionSide?: PositionSide } {
  return sideField(mode === 'hedge' ? positionSideOf(order) : undefined);
}

/**
 * Whether an order fits the position mode of the account; null: the mode is not known. Then an order that only reduces may
 * go, because it cannot open a position in either mode, and one that opens may not: in hedge mode it could open a second
 * position where it was meant to close the first.
 */
export function checkPositionSide(order: Sided, mode: PositionMode | null): Breach | null {
  const { positionSide } = order;
  if (positionSide !== undefined && positionSide !== positionSideOf(order))
    return breach('positionSide', t`The order would open a position on the other side. Nothing was sent.`);
  if (mode === null)
    return isClosing(order)
      ? null
      : breach(
          'positionSide',
          t`The position mode of the futures account is unknown, so Fathom sends only orders that reduce a position. Try again.`,
        );
  if (mode === 'hedge' && positionSide === undefined)
    return breach('positionSide', t`The futures account is in hedge mode: choose which position the order is for.`);
  if (mode === 'one-way' && positionSide !== undefined)
    return breach('positionSide', t`The futures account is in one-way mode now. Open the order form again.`);
  return null;
}

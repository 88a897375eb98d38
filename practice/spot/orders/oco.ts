import { compare } from '#shared/decimal.ts';
import { accept, type Outcome, type Rejection, refuse } from '#practice/kernel/kernel.ts';
import { priceText } from '../state/scale.ts';
import type { SpotMarket, SpotVenueState } from '../state/state.ts';
import type { OcoOrder, OcoPlacement, SpotStopPlacement } from '../types.ts';
import { unknownSymbol } from './prepare.ts';
import { cancelStop, placeStop } from './stops.ts';

/** The last price lies between the two: a sell gains above it, a buy below it. */
function checkPrices({ scale, lastTicks }: SpotMarket, { side, price, stopPrice }: OcoPlacement): Rejection | null {
  if (lastTicks === null) return refuse('no-counterparty', 'there is no last price yet');
  const last = priceText(scale, lastTicks);
  const [upper, lower] = side === 'sell' ? [price, stopPrice] : [stopPrice, price];
  if (compare(upper, last) > 0 && compare(lower, last) < 0) return null;
  return refuse('parameter', `the last price ${last} must lie between price and stopPrice`, 'price');
}

function checkClientOid(venue: SpotVenueState, accountId: string, { clientOid }: OcoPlacement): Rejection | null {
  const isUsed = venue.ocos.get(accountId)?.some(oco => oco.placement.clientOid === clientOid) === true;
  return isUsed ? refuse('client-oid-repeated', `clientOid is used already: ${clientOid}`, 'clientOid') : null;
}

function legsOf(placement: OcoPlacement, ocoId: string): readonly [SpotStopPlacement, SpotStopPlacement] {
  const { symbol, side, size, price, stopPrice, limitPrice, remark } = placement;
  const remarked = remark === undefined ? {} : { remark };
  const shared = { symbol, side, type: 'limit', size, channel: 'API', ocoId, ...remarked } as const;
  const [gaining, losing] = side === 'sell' ? (['entry', 'loss'] as const) : (['loss', 'entry'] as const);
  return [
    { ...shared, price, stopPrice: price, stop: gaining },
    { ...shared, price: limitPrice, stopPrice, stop: losing },
  ];
}

/** Lays both legs aside, or neither. Nothing is held for them, as for any stop order. */
export function placeOco(venue: SpotVenueState, accountId: string, placement: OcoPlacement): Outcome<OcoOrder> {
  const market = venue.markets.get(placement.symbol);
  if (market === undefined) return unknownSymbol(placement.symbol);
  const rejection = checkPrices(market, placement) ?? checkClientOid(venue, accountId, placement);
  if (rejection !== null) return rejection;
  const id = venue.identifiers.orderId();
  const [gaining, losing] = legsOf(placement, id);
  const first = placeStop(venue, { accountId, placement: gaining, source: 'USER' });
  if (!first.ok) return first;
  const second = placeStop(venue, { accountId, placement: losing, source: 'USER' });
  if (!second.ok) {
    cancelStop(venue, { accountId, stopOrderId: first.value.id, source: 'USER' });
    return second;
  }
  const oco: OcoOrder = {
    id,
    accountId,
    placement,
    legs: [first.value.id, second.value.id],
    createdAtMs: venue.clock.nowMs(),
  };
  const own = venue.ocos.get(accountId) ?? [];
  venue.ocos.set(accountId, own);
  own.push(oco);
  return accept(oco);
}

import type { PositionSide } from '../order-types.ts';

const between = '|';

/** The key under which a contract keeps positions, resting orders and holds: an account, in hedge mode with its side. */
export function holderOf(accountId: string, side: PositionSide): string {
  return side === 'BOTH' ? accountId : `${accountId}${between}${side}`;
}

/** The account of a holder. */
export function ownerOf(holder: string): string {
  const end = holder.indexOf(between);
  return end < 0 ? holder : holder.slice(0, end);
}

/** The side of a holder. */
export function sideOf(holder: string): PositionSide {
  if (holder.endsWith(`${between}LONG`)) return 'LONG';
  return holder.endsWith(`${between}SHORT`) ? 'SHORT' : 'BOTH';
}

/** All that an account may hold in a contract. */
export function holdersOf(accountId: string, isHedged: boolean): readonly string[] {
  return isHedged ? [holderOf(accountId, 'LONG'), holderOf(accountId, 'SHORT')] : [accountId];
}

/** The side of a holder as fields of an order; none in one-way mode. */
export function sideFields(holder: string): { readonly positionSide?: PositionSide } {
  const positionSide = sideOf(holder);
  return positionSide === 'BOTH' ? {} : { positionSide };
}

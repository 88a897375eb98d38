import { compare, type Decimal, isZero, negate } from '#shared/decimal.ts';
import type { ValueMovement } from '#shared/portfolio/waterfall/value-movement.ts';

/** How the amount of a coin changed in a sub-account between two moments. */
export interface AmountChange {
  readonly owner: string;
  readonly coin: string;
  readonly change: Decimal;
}

/** A transfer between the account and a sub-account, with the sub-account that it belongs to. */
export interface AssignedTransfer {
  readonly owner: string;
  /** as the ledger of the account of the key has it */
  readonly movement: ValueMovement;
}

function isOfDirection(amount: Decimal, change: Decimal): boolean {
  return compare(amount, '0') === -compare(change, '0');
}

/** Null: more than one sub-account may be meant, or none. */
function ownerOf({ coin, amount }: ValueMovement, changes: readonly AmountChange[]): string | null {
  const candidates = changes.filter(each => each.coin === coin && isOfDirection(amount, each.change));
  if (candidates.length === 1) return candidates[0]?.owner ?? null;
  const exact = candidates.filter(({ change }) => compare(change, negate(amount)) === 0);
  return exact.length === 1 ? (exact[0]?.owner ?? null) : null;
}

/**
 * Which sub-account a transfer belongs to: the only one whose amount of the coin changed in the other direction, else the only
 * one that changed by exactly this amount. The ledger does not name it. A transfer that fits several or none is left out.
 */
export function assignTransfers(
  movements: readonly ValueMovement[],
  changes: readonly AmountChange[],
): readonly AssignedTransfer[] {
  const changed = changes.filter(({ change }) => !isZero(change));
  return movements.flatMap(movement => {
    const owner = movement.bizType === 'SUB_TRANSFER' ? ownerOf(movement, changed) : null;
    return owner === null ? [] : [{ owner, movement }];
  });
}

import type { Decimal } from '#shared/decimal.ts';
import type { ValueChange } from './changes/value-change.ts';

/** The accounts that the user put together under one word, and what they come to. */
export interface GroupTotal {
  /** null: those that are in none */
  readonly group: string | null;
  readonly accounts: number;
  readonly frozenAccounts: number;
  /** of those whose value is known */
  readonly value: Decimal;
  readonly held: Decimal;
  /** worth of its frozen accounts */
  readonly frozen: Decimal;
  /** of all accounts together */
  readonly share: Decimal | null;
  /** since changes are measured, of new accounts and those known at both moments; null: of none */
  readonly change: ValueChange | null;
  /** accounts whose value is not known and in no sum */
  readonly unknown: number;
}

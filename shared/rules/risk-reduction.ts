import type { Intent } from '../domain/account/intent.ts';

/** What is known of an action before it is sent. */
export interface RiskFacts {
  readonly kind: Intent['kind'];
  /** it can only make a position or a debt smaller */
  readonly isReducing: boolean;
  /** all its orders sell on the spot account, so that it opens nothing */
  readonly isSelling: boolean;
}

/** What is asked about an action before it is sent. */
export interface WantedAction {
  /** null: not known yet */
  readonly symbol: string | null;
  readonly reducesRisk: boolean;
}

type Rule = 'always' | 'when-reducing' | 'when-selling' | 'never';

const rules: Readonly<Record<Intent['kind'], Rule>> = {
  'cancel-order': 'always',
  'cancel-stop': 'always',
  'cancel-futures-order': 'always',
  'cancel-margin-order': 'always',
  'cancel-margin-orders': 'always',
  'kill-switch': 'always',
  'add-margin': 'always',
  repay: 'always',
  'place-futures-order': 'when-reducing',
  'place-futures-batch': 'when-reducing',
  'amend-order': 'when-reducing',
  'place-order': 'when-selling',
  'place-batch': 'when-selling',
  'place-stop': 'when-selling',
  'place-pair': 'when-selling',
  'place-protected-order': 'never',
  'place-margin-order': 'never',
  borrow: 'never',
  'withdraw-margin': 'never',
  'set-margin-mode': 'never',
  'set-cross-leverage': 'never',
  'set-risk-limit': 'never',
  'set-position-mode': 'never',
  transfer: 'never',
};

/**
 * Whether an action can only reduce the risk of the account: such an action is sent although lists of the account have
 * not been read after sleep or a reconnect. docs/faults.md §5, case 36.
 */
export function reducesRisk({ kind, isReducing, isSelling }: RiskFacts): boolean {
  const rule = rules[kind];
  if (rule === 'always') return true;
  return (rule === 'when-reducing' && isReducing) || (rule === 'when-selling' && isSelling);
}

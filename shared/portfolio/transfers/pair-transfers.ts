import type { TransferLeg } from '../rows/transfer-leg.ts';
import { pairingKey, pairNearest, type TransferPair } from './transfer-pair.ts';

/** Both legs of a transfer between wallets or accounts are recorded within this time of each other. */
const pairingWindowMs = 600_000;

/** Legs of bizType TRANSFER and SUB_TRANSFER, paired. */
export interface OwnTransfers {
  readonly pairs: readonly TransferPair[];
  /** one leg seen, the other may still be recorded: counts as owned */
  readonly inTransit: readonly TransferLeg[];
  /** one leg seen, and the time for the other is over: a flow from or to outside, and a data issue */
  readonly unpaired: readonly TransferLeg[];
}

function groupByKey(legs: readonly TransferLeg[], keyOf: (leg: TransferLeg) => string): readonly TransferLeg[][] {
  return [...Map.groupBy(legs, keyOf).values()];
}

/**
 * Pairs legs of one coin and amount, opposite in direction, within ten minutes. `readUntilMs` is the time up to which the
 * ledgers are read.
 */
export function pairOwnTransfers(legs: readonly TransferLeg[], readUntilMs: number): OwnTransfers {
  const groups = groupByKey(legs, pairingKey).map(group => pairNearest(group, pairingWindowMs));
  const rest = groups.flatMap(group => group.rest);
  return {
    pairs: groups.flatMap(({ pairs }) => pairs),
    inTransit: rest.filter(({ atMs }) => readUntilMs - atMs <= pairingWindowMs),
    unpaired: rest.filter(({ atMs }) => readUntilMs - atMs > pairingWindowMs),
  };
}

/** Deposits and withdrawals, paired. */
export interface ChainTransfers {
  readonly pairs: readonly TransferPair[];
  /** flows from and to outside the watched accounts */
  readonly external: readonly TransferLeg[];
}

/** Pairs a withdrawal with the deposit of the same `walletTxId` and coin whose amount is the withdrawal's less its fee. */
export function pairChainTransfers(legs: readonly TransferLeg[]): ChainTransfers {
  const onChain = legs.filter(({ txId }) => txId !== null);
  const groups = groupByKey(onChain, leg => `${leg.txId} ${pairingKey(leg)}`).map(group =>
    pairNearest(group, Number.POSITIVE_INFINITY),
  );
  return {
    pairs: groups.flatMap(({ pairs }) => pairs),
    external: [...legs.filter(({ txId }) => txId === null), ...groups.flatMap(({ rest }) => rest)],
  };
}

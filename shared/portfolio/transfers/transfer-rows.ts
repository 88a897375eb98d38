import { isZero, negate } from '../../decimal.ts';
import type { PoolRow } from '../rows/pool-row.ts';
import type { RowStamp } from '../rows/row-stamp.ts';
import type { TransferLeg } from '../rows/transfer-leg.ts';
import { arrivingAmount, transferIdOf, type TransferPair } from './transfer-pair.ts';

function stampOf({ account, atMs, stream, id }: RowStamp): RowStamp {
  return { account, atMs, stream, id };
}

function feeRows(leg: TransferLeg): readonly PoolRow[] {
  if (isZero(leg.fee)) return [];
  return [{ ...stampOf(leg), kind: 'change', reason: 'fee', coin: leg.coin, amount: negate(leg.fee) }];
}

/** What a pair changes in pools: lots move, the fee is paid. Between wallets of one account only the fee is left. */
export function pairRows({ transferId, out, into }: TransferPair): readonly PoolRow[] {
  if (out.account === into.account) return feeRows(out);
  const { coin } = out;
  const amount = arrivingAmount(out);
  return [
    { ...stampOf(out), kind: 'move-out', coin, amount, transferId },
    ...feeRows(out),
    { ...stampOf(into), kind: 'move-in', coin, amount, transferId },
  ];
}

/** What a leg in transit changes in pools; its other leg has the same `transferId` when it comes. */
export function transitRows(leg: TransferLeg): readonly PoolRow[] {
  const kind = leg.direction === 'out' ? 'move-out' : 'move-in';
  return [
    { ...stampOf(leg), kind, coin: leg.coin, amount: arrivingAmount(leg), transferId: transferIdOf(leg) },
    ...feeRows(leg),
  ];
}

/** What a flow from or to outside changes in pools; an incoming one has the market value as cost. */
export function flowRows(leg: TransferLeg): readonly PoolRow[] {
  const amount = arrivingAmount(leg);
  return [{ ...stampOf(leg), kind: leg.direction, coin: leg.coin, amount, cost: null }, ...feeRows(leg)];
}

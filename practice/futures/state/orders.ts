import { fromUnits } from '#shared/decimal.ts';
import { type Terms, worthOf, writeMoney, writeRate } from '../contract/terms.ts';
import type { Side } from '#practice/kernel/kernel.ts';
import type { OrderClaim } from '../position/order-margin.ts';
import type { MarginMode } from '../position/state.ts';
import type { FuturesOrder, FuturesPlacement } from '../types.ts';

/** Done orders that are remembered per account: the service answers the last 1000 (interface.md §4.2). */
const keptDoneOrders = 1500;

/** An order while the venue works on it. Money units, price units and lots as in terms.ts. */
export interface FuturesOrderState {
  readonly id: string;
  readonly accountId: string;
  readonly placement: FuturesPlacement;
  readonly terms: Terms;
  readonly side: Side;
  /** size asked for; a reduce-only order may enter the market with less */
  readonly lots: bigint;
  /** price units, null for a market order */
  readonly limit: bigint | null;
  readonly leverage: bigint;
  readonly mode: MarginMode;
  /** what the loss against the mark may be at the opening, see openingLimitOf */
  readonly cushion: bigint;
  readonly isReducing: boolean;
  readonly createdAtMs: number;
  readonly createdAtNs: bigint;
  /** lots still to trade */
  openLots: bigint;
  dealLots: bigint;
  dealWorth: bigint;
  status: 'open' | 'done';
  hasCancelled: boolean;
  isTriggered: boolean | null;
  /** what it costs most at: its limit once it rests */
  marginPrice: bigint;
  /** margin of the open lots and of one, in money units; kept beside the order because every placement adds them up */
  claim: OrderClaim;
  updatedAtMs: number;
  endedAtMs: number | null;
}

export function recordOf(order: FuturesOrderState): FuturesOrder {
  const { terms } = order;
  const dealValue = writeMoney(terms, order.dealWorth);
  return {
    id: order.id,
    accountId: order.accountId,
    placement: order.placement,
    settleCurrency: terms.contract.settleCurrency,
    leverage: writeRate(order.leverage),
    value: order.limit === null ? dealValue : writeMoney(terms, worthOf(terms, order.lots, order.limit)),
    dealValue,
    dealSize: fromUnits(order.dealLots, 0),
    status: order.status,
    cancelExist: order.hasCancelled,
    stopTriggered: order.isTriggered,
    createdAtMs: order.createdAtMs,
    createdAtNs: order.createdAtNs,
    updatedAtMs: order.updatedAtMs,
    endedAtMs: order.endedAtMs,
  };
}

/** All orders that the venue remembers: the open ones, the stops that wait, and the latest done ones of each account. */
export interface OrderRegister {
  add(order: FuturesOrderState): void;
  /** a stop order has triggered: another state takes its place */
  drop(order: FuturesOrderState): void;
  /** an order is done: it leaves the open ones and, in time, the memory */
  retire(order: FuturesOrderState): void;
  find(accountId: string, orderId: string): FuturesOrderState | null;
  findByClientOid(accountId: string, clientOid: string): FuturesOrderState | null;
  /** oldest first */
  open(accountId: string): Iterable<FuturesOrderState>;
  done(accountId: string): readonly FuturesOrderState[];
}

interface AccountOrders {
  readonly open: Set<FuturesOrderState>;
  readonly done: FuturesOrderState[];
  readonly byClientOid: Map<string, FuturesOrderState>;
}

export function createOrderRegister(): OrderRegister {
  const byId = new Map<string, FuturesOrderState>();
  const accounts = new Map<string, AccountOrders>();
  const of = (accountId: string): AccountOrders => {
    const known = accounts.get(accountId);
    if (known !== undefined) return known;
    const created: AccountOrders = { open: new Set(), done: [], byClientOid: new Map() };
    accounts.set(accountId, created);
    return created;
  };
  const forget = (account: AccountOrders, order: FuturesOrderState): void => {
    byId.delete(order.id);
    const { clientOid } = order.placement;
    if (clientOid !== undefined) account.byClientOid.delete(clientOid);
  };
  return {
    add(order) {
      const account = of(order.accountId);
      byId.set(order.id, order);
      account.open.add(order);
      if (order.placement.clientOid !== undefined) account.byClientOid.set(order.placement.clientOid, order);
    },
    drop(order) {
      const account = of(order.accountId);
      account.open.delete(order);
      forget(account, order);
    },
    retire(order) {
      const account = of(order.accountId);
      account.open.delete(order);
      account.done.push(order);
      if (account.done.length < keptDoneOrders * 2) return;
      for (const old of account.done.splice(0, keptDoneOrders)) forget(account, old);
    },
    find(accountId, orderId) {
      const order = byId.get(orderId);
      return order?.accountId === accountId ? order : null;
    },
    findByClientOid: (accountId, clientOid) => accounts.get(accountId)?.byClientOid.get(clientOid) ?? null,
    open: accountId => accounts.get(accountId)?.open ?? [],
    done: accountId => accounts.get(accountId)?.done ?? [],
  };
}

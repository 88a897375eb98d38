import type { CallOfKind } from '#shared/contract.ts';
import { plainExchangeSeconds, plainOwnSeconds } from './reads/plain-reads.ts';

interface ReadPolicy {
  /** time between two reads; null = read once and keep */
  readonly intervalMs: number | null;
  /** answered by Fathom itself, without the exchange */
  readonly isOwn: boolean;
}

/** Answered by Fathom itself, without the exchange: seconds between two reads; null = read once and keep. */
const ownSeconds = {
  ...plainOwnSeconds,
  'app.info': null,
  'lock.read': null,
  'keychain.probe': null,
  'safeguards.read': 30,
  'killSwitch.read': null,
  'timedCancel.read': 30,
  'audit.list': 5,
  'oversight.read': null,
  // an absence is over with the touch that ends it
  'presence.read': 15,
  // other windows publish their reads; this finds what was published while no listener was here
  'overseen.read': 300,
  'health.read': 3,
  'archive.status': 5,
  'archive.backupStatus': 2,
  'archive.lastBackup': 10,
  'archive.retention': 60,
  'archive.search': 15,
  'archive.count': 30,
  'archive.order': 30,
  'portfolio.read': 60,
  'portfolio.rows': 60,
  'portfolio.compare': 300,
  'portfolio.accounts': 120,
  // out of the limits of another account
  'accounts.linked': 15,
  // a count beside a hidden tab: each request costs the page as much as a frame
  'orders.ended': 10,
  'storage.read': 10,
  'intents.list': 30,
  'feeds.read': 10,
} as const satisfies Partial<Record<CallOfKind<'own'>, number | null>>;

/**
 * How often the screen asks where no feed pushes, in seconds. All of it together, everything visible, stays under a
 * tenth of each 30 s pool of the lowest tier (public 2000, spot 4000, futures 2000, management 2000), so that the
 * user's own actions always have room.
 */
const exchangeSeconds = {
  ...plainExchangeSeconds,
  'policy.read': 20,
  'trades.recent': 5,
  'candles.history': 10,
  'orders.done': 15,
  // while the timeline of an order is open
  'orders.answer': 30,
  'orders.read': 30,
  'orders.fills': 30,
  'contracts.read': 10,
  'contracts.riskLevels': 600,
  'contracts.funding': 60,
  'contracts.settings': 30,
  'positions.mode': 30,
  'positions.mostToWithdraw': 5,
  'accounts.marketFee': 600,
  'accounts.subAccounts': 120,
  // with ten accounts asked one by one it costs as much as all else of its pool together
  'accounts.subHoldings': 40,
  'accounts.subFutures': 60,
  'currencies.list': 1800,
  'currencies.read': 600,
  'deposits.list': 60,
  'ledger.list': 60,
  'transfers.transferable': 30,
  'withdrawals.list': 60,
  'margin.config': 1800,
  'margin.isolatedSymbols': 1800,
  'margin.borrowRate': 300,
  'margin.crossAccount': 10,
  'margin.isolatedAccounts': 10,
  'margin.orders': 10,
  'margin.doneOrders': 30,
  'margin.fills': 15,
  'margin.loans': 60,
  'margin.interest': 300,
} as const satisfies Partial<Record<CallOfKind<'read'>, number>>;

export type ReadName = keyof typeof ownSeconds | keyof typeof exchangeSeconds;

export const readNames: readonly ReadName[] = [...Object.keys(ownSeconds), ...Object.keys(exchangeSeconds)].filter(
  isReadName,
);

const isOwnRead = (name: ReadName): name is keyof typeof ownSeconds => name in ownSeconds;

export function isReadName(name: unknown): name is ReadName {
  return typeof name === 'string' && (name in ownSeconds || name in exchangeSeconds);
}

export function readPolicyOf(name: ReadName): ReadPolicy {
  const isOwn = isOwnRead(name);
  const seconds = isOwn ? ownSeconds[name] : exchangeSeconds[name];
  return { intervalMs: seconds === null ? null : seconds * 1000, isOwn };
}

import type { CallName, EventName } from '#shared/contract.ts';

/**
 * What goes through the door while Fathom is locked. Nothing here tells what an account holds or does. Cancels go, for
 * cancelling is safety: the kill switch of the lock screen, and a run of cancels that was begun before.
 */
const answered: ReadonlySet<CallName> = new Set<CallName>([
  'app.info',
  'reads.costs',
  'profiles.list',
  'viewSettings.read',
  'viewSettings.save',
  'workspaces.save',
  'tables.save',
  'storage.read',
  // a window that is loaded anew must know that it is one, and can be closed
  'windows.self',
  'windows.restore',
  'windows.close',
  'windows.focus',
  'lock.read',
  'lock.engage',
  'lock.release',
  'lock.touch',
  // only to hide more
  'privacy.change',
  'safeguards.read',
  'killSwitch.fire',
  'killSwitch.read',
  'orders.cancel',
  'stops.cancel',
  'margin.cancel',
  'margin.cancelAll',
]);

const told: ReadonlySet<EventName> = new Set<EventName>([
  'lock.changed',
  'windows.changed',
  'viewSettings.changed',
  'profiles.changed',
  'storage.changed',
  'safeguards.changed',
  'killSwitch.changed',
]);

export function isAnsweredWhileLocked(name: CallName): boolean {
  return answered.has(name);
}

export function isToldWhileLocked(name: EventName): boolean {
  return told.has(name);
}

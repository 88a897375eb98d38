import type { Intent } from '#shared/domain/account/intent.ts';
import type { TimedCancel } from '#shared/domain/safety/timed-cancel.ts';

/** What the system must not suspend Fathom during. */
export interface KeepAwake {
  readonly intentMoved: (intent: Pick<Intent, 'id' | 'state'>) => void;
  readonly timedCancelChanged: (timedCancel: Pick<TimedCancel, 'state'>) => void;
  readonly opened: (profileId: string) => void;
  /** no account is open any more */
  readonly closed: () => void;
}

export interface KeepAwakeOptions {
  readonly setAwake: (isNeeded: boolean) => void;
  /** whether orders or stops of this open account are active, as far as its lists say */
  readonly hasOpenOrders: (profileId: string) => boolean;
  /** Calls it every so many ms. Returns its undo. */
  readonly repeat: (what: () => void, everyMs: number) => () => void;
}

const statesUnderWay: ReadonlySet<Intent['state']> = new Set(['new', 'sent', 'unknown']);
/** The shortest idle time after which systems suspend is a minute. */
const checkEveryMs = 15_000;

/**
 * Calls `setAwake` with true while an action is under way or its outcome is looked up, while orders or stops are open, and
 * while a timed cancel has to be renewed: the exchange cancels the orders when Fathom is suspended.
 */
export function createKeepAwake({ setAwake, hasOpenOrders, repeat }: KeepAwakeOptions): KeepAwake {
  const underWay = new Set<string>();
  let isArmed = false;
  let isAwake = false;
  let checked: { readonly profileId: string; readonly end: () => void } | null = null;
  const update = (): void => {
    const isNeeded = isArmed || underWay.size > 0 || (checked !== null && hasOpenOrders(checked.profileId));
    if (isNeeded === isAwake) return;
    isAwake = isNeeded;
    setAwake(isNeeded);
  };
  return {
    intentMoved: ({ id, state }) => {
      if (statesUnderWay.has(state)) underWay.add(id);
      else underWay.delete(id);
      update();
    },
    timedCancelChanged: ({ state }) => {
      isArmed = state === 'armed' || state === 'failing';
      update();
    },
    opened: profileId => {
      checked?.end();
      checked = { profileId, end: repeat(update, checkEveryMs) };
    },
    closed: () => {
      checked?.end();
      checked = null;
      underWay.clear();
      isArmed = false;
      update();
    },
  };
}

import type { Intent } from '#shared/domain/account/intent.ts';
import { fail, type Result } from '#shared/errors.ts';
import type { TradingAction, ActionIdentity } from './trading-action.ts';

/** An action under way (`run`), or whose lost answer is being looked up (`open`). */
export interface ActionUnderWay<T> {
  readonly id: string;
  readonly payload: string;
  readonly lock: string | null;
  readonly isOnce: boolean;
  run: Promise<Result<T>> | null;
  open: { readonly intent: Intent; readonly action: TradingAction<T> } | null;
  following: AbortController | null;
  /** its effect is unknown, and it can no longer reach the exchange: actions of other kinds need not wait for it */
  isUnresolvable: boolean;
  /** one of them was sent meanwhile: the state of the exchange proves nothing about this one any more */
  isAmbiguous: boolean;
}

type Admission<T> =
  | { readonly state: 'answered'; readonly answer: Promise<Result<T>> }
  | { readonly state: 'admitted'; readonly entry: ActionUnderWay<T> };

/** The actions of every kind that are under way: adding margin and taking it out would look like nothing at all. */
export type SharedLocks = Set<Pick<ActionUnderWay<unknown>, 'id' | 'lock' | 'isUnresolvable' | 'isAmbiguous'>>;

/** The running actions of a kind. A double click, a second window or a retry gets the running action. */
export interface ActionsUnderWay<T> {
  readonly admit: (profileId: string, identity: ActionIdentity) => Admission<T>;
  /**
   * An action that an earlier run left open: it was sent, whatever else is under way. `isAmbiguous`: another went to
   * the same thing after it. Null: it is here already.
   */
  readonly resume: (profileId: string, identity: ActionIdentity, isAmbiguous: boolean) => ActionUnderWay<T> | null;
  /** It is sent now: open lookups of the same subject cannot be distinguished from it. */
  readonly markOthersAmbiguous: (entry: ActionUnderWay<T>) => void;
  readonly finish: (entry: ActionUnderWay<T>, result: Result<T>) => void;
  readonly forget: (entry: ActionUnderWay<T>) => void;
  readonly each: (what: (entry: ActionUnderWay<T>) => void) => void;
}

const finishedKept = 500;

const untouched = { run: null, open: null, following: null, isUnresolvable: false, isAmbiguous: false } as const;

export function createActionsUnderWay<T>(locks: SharedLocks): ActionsUnderWay<T> {
  const alive = new Map<string, ActionUnderWay<T>>();
  const finished = new Map<string, { readonly payload: string; readonly result: Result<T> }>();

  /** What is known of this very action; null when it is new. */
  const known = (id: string, payload: string, identity: ActionIdentity): Admission<T> | null => {
    const entry = alive.get(id);
    const past = finished.get(id);
    if (entry === undefined && past === undefined) return null;
    if ((entry ?? past)?.payload !== payload) return refused(refuseReuse(identity));
    if (entry === undefined) return past === undefined ? null : refused(past.result);
    if (entry.run !== null) return { state: 'answered', answer: entry.run };
    return identity.mayRepeat ? { state: 'admitted', entry } : refused(stillLooking());
  };

  const begin = (profileId: string, identity: ActionIdentity): ActionUnderWay<T> => {
    const entry: ActionUnderWay<T> = { ...describe(profileId, identity), isOnce: identity.isOnce, ...untouched };
    alive.set(entry.id, entry);
    locks.add(entry);
    return entry;
  };
  const end = (entry: ActionUnderWay<T>) => {
    alive.delete(entry.id);
    locks.delete(entry);
  };

  return {
    admit: (profileId, identity) => {
      const described = describe(profileId, identity);
      const { id, payload } = described;
      const admission = known(id, payload, identity);
      if (admission !== null) return admission;
      // only one of a kind is open at a time, because two identical ones could not be distinguished
      const isLocked = rivalsOf(described, locks).some(other => !other.isUnresolvable || alive.has(other.id));
      return isLocked ? refused(locked()) : { state: 'admitted', entry: begin(profileId, identity) };
    },
    resume: (profileId, identity, isAmbiguous) => {
      if (alive.has(describe(profileId, identity).id)) return null;
      const entry = begin(profileId, identity);
      entry.isAmbiguous = isAmbiguous;
      for (const other of rivalsOf(entry, locks)) other.isAmbiguous = entry.isAmbiguous = true;
      return entry;
    },
    markOthersAmbiguous: entry => {
      for (const other of rivalsOf(entry, locks)) other.isAmbiguous = true;
    },
    finish: (entry, result) => {
      end(entry);
      if (!entry.isOnce) return;
      finished.set(entry.id, { payload: entry.payload, result });
      const oldest = finished.keys().next();
      if (finished.size > finishedKept && oldest.done !== true) finished.delete(oldest.value);
    },
    forget: end,
    each: what => {
      for (const entry of alive.values()) what(entry);
    },
  };
}

/** What holds the same lock. */
function rivalsOf({ id, lock }: { readonly id: string; readonly lock: string | null }, locks: SharedLocks) {
  return [...locks].filter(other => lock !== null && other.lock === lock && other.id !== id);
}

function describe(profileId: string, { kind, key, payload, lock }: ActionIdentity) {
  return {
    id: JSON.stringify([profileId, kind, key]),
    payload: JSON.stringify(payload),
    lock: lock === null ? null : JSON.stringify([profileId, lock]),
  };
}

function refused<T>(result: Result<T>): Admission<T> {
  return { state: 'answered', answer: Promise.resolve(result) };
}

const unmarked: ReadonlySet<Intent['kind']> = new Set<Intent['kind']>([
  'borrow',
  'repay',
  'transfer',
  'withdraw-margin',
  'set-margin-mode',
  'set-cross-leverage',
  'set-risk-limit',
  'set-position-mode',
]);

function refuseReuse({ kind }: ActionIdentity) {
  if (kind === 'add-margin')
    return fail('invalid-request', 'This request was already used for another action. Nothing was sent; start again.');
  if (unmarked.has(kind))
    return fail('invalid-request', 'This request was already used for another action. Nothing was sent; start again.');
  return fail('invalid-request', 'This client id was already used for another action. Nothing was sent; start again.');
}

function stillLooking() {
  return fail(
    'outcome-unknown',
    'The first sending is still being looked up. Wait for its outcome before sending it again.',
  );
}

function locked() {
  const message =
    'An earlier action on the same order or position is not complete. Wait for its outcome, or repeat that action.';
  return fail('invalid-request', message);
}

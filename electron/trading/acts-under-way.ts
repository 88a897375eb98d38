import type { Intent } from '#shared/domain/account/intent.ts';
import { fail, type Result } from '#shared/errors.ts';
import type { Act, ActIdentity } from './act.ts';

/** An act under way (`run`), or whose lost answer is being looked up (`open`). */
export interface ActUnderWay<T> {
  readonly id: string;
  readonly payload: string;
  readonly lock: string | null;
  readonly isOnce: boolean;
  run: Promise<Result<T>> | null;
  open: { readonly intent: Intent; readonly act: Act<T> } | null;
  following: AbortController | null;
  /** what it did cannot be told, and will not reach the exchange any more: acts of other kinds need not wait for it */
  isLoose: boolean;
  /** one of them went meanwhile: what is at the exchange tells nothing of this one any more */
  isSpoiled: boolean;
}

type Admission<T> =
  | { readonly state: 'answered'; readonly answer: Promise<Result<T>> }
  | { readonly state: 'admitted'; readonly entry: ActUnderWay<T> };

/** The acts of every kind that are under way: adding margin and taking it out would look like nothing at all. */
export type SharedLocks = Set<Pick<ActUnderWay<unknown>, 'id' | 'lock' | 'isLoose' | 'isSpoiled'>>;

/** Which acts of a kind are alive: a double click, a second window or a retry meets its own act here. */
export interface ActsUnderWay<T> {
  readonly admit: (profileId: string, identity: ActIdentity) => Admission<T>;
  /**
   * An act that an earlier run left open: it was sent, whatever else is under way. `isSpoiled`: another went to the same
   * thing after it. Null: it is here already.
   */
  readonly takeUp: (profileId: string, identity: ActIdentity, isSpoiled: boolean) => ActUnderWay<T> | null;
  /** It goes now: what is still looked up on the same thing cannot be told from it. */
  readonly spoilOthers: (entry: ActUnderWay<T>) => void;
  readonly finish: (entry: ActUnderWay<T>, result: Result<T>) => void;
  readonly forget: (entry: ActUnderWay<T>) => void;
  readonly each: (what: (entry: ActUnderWay<T>) => void) => void;
}

const finishedKept = 500;

const untouched = { run: null, open: null, following: null, isLoose: false, isSpoiled: false } as const;

export function createActsUnderWay<T>(locks: SharedLocks): ActsUnderWay<T> {
  const alive = new Map<string, ActUnderWay<T>>();
  const finished = new Map<string, { readonly payload: string; readonly result: Result<T> }>();

  /** What is known of this very act; null when it is new. */
  const known = (id: string, payload: string, identity: ActIdentity): Admission<T> | null => {
    const entry = alive.get(id);
    const past = finished.get(id);
    if (entry === undefined && past === undefined) return null;
    if ((entry ?? past)?.payload !== payload) return refused(refuseReuse(identity));
    if (entry === undefined) return past === undefined ? null : refused(past.result);
    if (entry.run !== null) return { state: 'answered', answer: entry.run };
    return identity.mayRepeat ? { state: 'admitted', entry } : refused(stillLooking());
  };

  const begin = (profileId: string, identity: ActIdentity): ActUnderWay<T> => {
    const entry: ActUnderWay<T> = { ...describe(profileId, identity), isOnce: identity.isOnce, ...untouched };
    alive.set(entry.id, entry);
    locks.add(entry);
    return entry;
  };
  const end = (entry: ActUnderWay<T>) => {
    alive.delete(entry.id);
    locks.delete(entry);
  };

  return {
    admit: (profileId, identity) => {
      const described = describe(profileId, identity);
      const { id, payload } = described;
      const admission = known(id, payload, identity);
      if (admission !== null) return admission;
      // of its own kind none goes while one is open: two that are alike could never be told apart
      const isLocked = rivalsOf(described, locks).some(other => !other.isLoose || alive.has(other.id));
      return isLocked ? refused(locked()) : { state: 'admitted', entry: begin(profileId, identity) };
    },
    takeUp: (profileId, identity, isSpoiled) => {
      if (alive.has(describe(profileId, identity).id)) return null;
      const entry = begin(profileId, identity);
      entry.isSpoiled = isSpoiled;
      for (const other of rivalsOf(entry, locks)) other.isSpoiled = entry.isSpoiled = true;
      return entry;
    },
    spoilOthers: entry => {
      for (const other of rivalsOf(entry, locks)) other.isSpoiled = true;
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

function describe(profileId: string, { kind, key, payload, lock }: ActIdentity) {
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

function refuseReuse({ kind }: ActIdentity) {
  if (kind === 'add-margin')
    return fail('invalid-request', 'This bizNo was already used for something else. Nothing was sent; start again.');
  if (unmarked.has(kind))
    return fail('invalid-request', 'This request was already used for something else. Nothing was sent; start again.');
  return fail('invalid-request', 'This order mark was already used for something else. Nothing was sent; start again.');
}

function stillLooking() {
  return fail(
    'outcome-unknown',
    'The first sending is still being looked up. Wait for its outcome before sending it again.',
  );
}

function locked() {
  const message =
    'An earlier act on the same thing is under way or still being looked up. Wait for its outcome, or repeat that one.';
  return fail('invalid-request', message);
}

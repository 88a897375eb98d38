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
}

type Admission<T> =
  | { readonly state: 'answered'; readonly answer: Promise<Result<T>> }
  | { readonly state: 'admitted'; readonly entry: ActUnderWay<T> };

/** Which acts are alive: a double click, a second window or a retry meets its own act here. */
export interface ActsUnderWay<T> {
  readonly admit: (profileId: string, identity: ActIdentity) => Admission<T>;
  readonly finish: (entry: ActUnderWay<T>, result: Result<T>) => void;
  readonly forget: (entry: ActUnderWay<T>) => void;
  readonly each: (what: (entry: ActUnderWay<T>) => void) => void;
}

const finishedKept = 500;

export function createActsUnderWay<T>(): ActsUnderWay<T> {
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

  return {
    admit: (profileId, identity) => {
      const id = JSON.stringify([profileId, identity.kind, identity.key]);
      const payload = JSON.stringify(identity.payload);
      const admission = known(id, payload, identity);
      if (admission !== null) return admission;
      const lock = identity.lock === null ? null : JSON.stringify([profileId, identity.lock]);
      const isLocked = lock !== null && [...alive.values()].some(other => other.lock === lock);
      if (isLocked) return refused(locked());
      const entry: ActUnderWay<T> = {
        id,
        payload,
        lock,
        isOnce: identity.isOnce,
        run: null,
        open: null,
        following: null,
      };
      alive.set(id, entry);
      return { state: 'admitted', entry };
    },
    finish: (entry, result) => {
      alive.delete(entry.id);
      if (!entry.isOnce) return;
      finished.set(entry.id, { payload: entry.payload, result });
      const oldest = finished.keys().next();
      if (finished.size > finishedKept && oldest.done !== true) finished.delete(oldest.value);
    },
    forget: entry => {
      alive.delete(entry.id);
    },
    each: what => {
      for (const entry of alive.values()) what(entry);
    },
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
    'An earlier act of this kind is under way or still being looked up. Wait for its outcome, or repeat that one.';
  return fail('invalid-request', message);
}

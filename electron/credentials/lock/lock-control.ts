import type { LockState, PinHome } from '#shared/calls/lock-calls.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { TrustedQuestion, TrustedReply } from '#shared/trusted.ts';
import type { Log } from '#log/log.ts';
import type { TrustedPrompt } from '#trusted/prompt.ts';
import type { Lock } from './lock.ts';
import { isLoosened, loosenQuestion, releaseQuestion, removePinQuestion, setPinQuestion } from './lock-questions.ts';
import { fitsPin, hashPin, pinError } from './pin-hash.ts';
import type { PinItem, PinStore } from './pin-store.ts';
import { waitText } from './waits.ts';

export interface LockControlOptions {
  readonly lock: Lock;
  readonly pins: PinStore;
  readonly prompt: Pick<TrustedPrompt, 'ask' | 'askUrgent'>;
  readonly nowMs: () => number;
  readonly log: Log;
  /** scrypt's N for new PINs; absent: slow. Tests cannot wait */
  readonly cost?: number;
}

type Choices = Pick<LockState, 'idleMin' | 'isLockedAtStart'>;
type PinQuestion = Extract<TrustedQuestion, { kind: 'enter-pin' }>;
type ItemAction = (item: PinItem) => Promise<Result<LockState>>;

const noPin = () => fail('invalid-request', 'There is no PIN.');

/** What the page may ask of the lock. Whatever opens it, or lets it lock less, is asked in the trusted window. */
export interface LockControl {
  readonly release: () => Promise<Result<LockState>>;
  readonly setPin: (home: PinHome) => Promise<Result<LockState>>;
  readonly removePin: () => Promise<Result<LockState>>;
  readonly change: (choices: Choices) => Promise<Result<LockState>>;
  /** A PIN that the keychain has and the file does not know counts: the file was lost, or edited. */
  readonly adopt: () => Promise<void>;
}

export function createLockControl(options: LockControlOptions): LockControl {
  const { lock, pins, prompt, log } = options;
  const done = (what: string): Result<LockState> => {
    log.info('lock.changed', { what });
    return succeed(lock.state());
  };
  const afterPin = (home: PinHome, withItem: ItemAction) => async (reply: TrustedReply) => {
    const checked = await checkPin(options, home, reply);
    return checked.ok ? withItem(checked.value) : checked;
  };
  /** Asks for the stored PIN, and continues with it. */
  const withPin = (home: PinHome, question: PinQuestion, withItem: ItemAction): Promise<Result<LockState>> =>
    prompt.ask(question, afterPin(home, withItem));
  /** Keeps other choices beside the PIN, then here. */
  const keep = async (home: PinHome, item: PinItem, choices: Choices): Promise<Result<LockState>> => {
    const saved = await pins.save(home, { ...item, ...choices });
    if (!saved.ok) return saved;
    lock.setChoices(choices);
    return done('choices');
  };
  return {
    release: async () => {
      const home = lock.state().pinHome;
      if (home === null || !lock.isLocked()) return succeed(lock.state());
      // closed questions never make unlocking wait
      const withItem = async () => {
        lock.open();
        return done('released');
      };
      return prompt.askUrgent(releaseQuestion, afterPin(home, withItem));
    },
    setPin: async home => {
      const set = await setPin(options, home);
      return set.ok ? done('pin set') : set;
    },
    removePin: async () => {
      const home = lock.state().pinHome;
      if (home === null) return noPin();
      return withPin(home, removePinQuestion, async () => {
        const removed = await pins.remove(home);
        if (!removed.ok) return removed;
        lock.setPinHome(null);
        return done('pin removed');
      });
    },
    change: async choices => {
      const before = lock.state();
      const home = before.pinHome;
      if (home === null) return noPin();
      if (isLoosened(before, choices))
        return withPin(home, loosenQuestion(before, choices), item => keep(home, item, choices));
      const item = await pins.read(home);
      return item.ok ? keep(home, item.value, choices) : item;
    },
    adopt: () => adoptPin(options),
  };
}

async function setPin(options: LockControlOptions, home: PinHome): Promise<Result<null>> {
  const { lock, pins, prompt } = options;
  const before = lock.state().pinHome;
  return prompt.ask(setPinQuestion(home, before !== null), async reply => {
    const checked = before === null ? succeed(null) : await checkPin(options, before, reply);
    if (!checked.ok) return checked;
    const pin = await newPin(reply, options);
    if (!pin.ok) return pin;
    const { idleMin, isLockedAtStart } = lock.state();
    const saved = await pins.save(home, { pin: pin.value, idleMin, isLockedAtStart });
    if (!saved.ok) return saved;
    if (before !== null && before !== home) await pins.remove(before);
    lock.setPinHome(home);
    return succeed(null);
  });
}

async function adoptPin({ lock, pins, log }: LockControlOptions): Promise<void> {
  if (lock.state().pinHome !== null) return;
  const item = await pins.read('keychain');
  // one that cannot be read now is asked for again at the next start
  if (!item.ok || lock.state().pinHome !== null) return;
  const { idleMin, isLockedAtStart } = item.value;
  lock.setChoices({ idleMin, isLockedAtStart });
  lock.setPinHome('keychain');
  if (isLockedAtStart) lock.engage('start');
  log.warn('lock.adopted', {});
}

/** The kept PIN, when it was typed. Each try counts before it is checked; a correct one resets the count. */
async function checkPin(
  { lock, pins, nowMs, log }: LockControlOptions,
  home: PinHome,
  reply: TrustedReply,
): Promise<Result<PinItem>> {
  const typed = reply.kind === 'enter-pin' ? reply.pin : '';
  if (typed === '') return fail('invalid-request', 'Enter the PIN.', { field: 'pin' });
  const early = lock.state().retryAtMs;
  if (early !== null) return tooEarly(early - nowMs());
  const item = await pins.read(home);
  if (!item.ok) return item;
  lock.countTry();
  if (await fitsPin(typed, item.value.pin)) {
    lock.forgetTries();
    return item;
  }
  const until = lock.state().retryAtMs;
  log.warn('lock.wrong-pin', {});
  const wait = until === null ? '' : ` You can try again in ${waitText(until - nowMs())}.`;
  return fail('invalid-request', `This is not the PIN.${wait}`, { field: 'pin' });
}

function tooEarly(ms: number) {
  return fail('rate-limited', `Too many wrong PINs. You can try again in ${waitText(ms)}.`, { field: 'pin' });
}

async function newPin(reply: TrustedReply, { cost }: LockControlOptions) {
  if (reply.kind !== 'enter-pin') return fail('invalid-request', 'This answers another question.');
  const validationError = pinError(reply.newPin);
  if (validationError !== null) return fail('invalid-request', validationError, { field: 'newPin' });
  if (reply.newPin !== reply.repeated)
    return fail('invalid-request', 'The two new PINs differ. Enter the same PIN twice.', { field: 'repeated' });
  return succeed(await hashPin(reply.newPin, cost));
}

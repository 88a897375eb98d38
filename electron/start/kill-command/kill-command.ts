import type { Result } from '#shared/errors.ts';
import { codeOf } from '#store/atomic-file.ts';
import type { InstanceLock, LockOutcome } from '../instance-lock.ts';
import type { MainAnswer } from './ask-main.ts';
import type { FrozenProfiles } from './fire-kill-switch.ts';
import { discardKillRequests, isKillRequested, leaveKillRequest } from './kill-request.ts';

export interface KillCommandOptions {
  readonly dataDir: string;
  readonly say: (line: string) => void;
  /** takes the data folder, or names who has it; throws where no lock can be read or written */
  readonly lock: () => LockOutcome;
  readonly askMain: () => Promise<MainAnswer>;
  readonly freeze: () => Result<FrozenProfiles>;
}

/**
 * `in-part`: all that could be reached is gone, but the keys in the memory of a main process that hangs were not
 * reached
 */
export type KillOutcome = 'clear' | 'in-part' | 'failed';

/**
 * Cancels everything and freezes: by the main process that runs on the data folder, or without it where none runs or it
 * does not answer. Both may do it at the same time: a cancel that is sent twice does no harm.
 */
export async function runKillCommand(options: KillCommandOptions): Promise<KillOutcome> {
  const { dataDir, say } = options;
  const before = takeLock(options);
  if (before.kind === 'held') {
    say(`No Fathom runs on ${dataDir}: cancelling with the keys from the keychain.`);
    return fireWithoutMain(options, before.lock);
  }
  const answer = await options.askMain();
  if (answer !== 'silent') return answer === 'clear' ? 'clear' : 'failed';
  say('Cancelling without it, with the keys from the keychain.');
  const now = takeLock(options);
  return now.kind === 'held' ? fireWithoutMain(options, now.lock) : fireBesideMain(options);
}

const noLock: InstanceLock = { release: () => {} };

/** On a full or read-only disk no other process can take the lock either, and cancels do not wait for the disk. */
function takeLock({ dataDir, lock, say }: KillCommandOptions): LockOutcome {
  try {
    return lock();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    say(`No lock can be taken on ${dataDir} (${reason}).`);
    say('Cancelling without it. Do not start Fathom before this command has ended.');
    return { kind: 'held', lock: noLock };
  }
}

/** What cannot be removed is discarded by the next start. */
function discardRequests(dataDir: string): void {
  try {
    discardKillRequests(dataDir);
  } catch {
    // a read-only disk: freezing and cancelling continue
  }
}

/** The lock is held until all is frozen: a Fathom that starts after that finds the freeze. */
async function fireWithoutMain(options: KillCommandOptions, lock: InstanceLock): Promise<KillOutcome> {
  const { say } = options;
  let frozen: Result<FrozenProfiles>;
  try {
    discardRequests(options.dataDir);
    frozen = options.freeze();
  } finally {
    lock.release();
  }
  const outcome = await fire(options, frozen);
  if (outcome === 'none') say('No profile has its key in the keychain and may trade, so nothing was cancelled.');
  return outcome === 'clear' ? 'clear' : 'failed';
}

/**
 * The request stays for as long as that main process lives: when it turns again it freezes in its own memory too, and
 * cancels what it sent late. The next start discards a request that was never taken.
 */
async function fireBesideMain(options: KillCommandOptions): Promise<KillOutcome> {
  const { dataDir, say } = options;
  const frozen = options.freeze();
  // one that was taken meanwhile was taken before the freeze was there
  if (!isKillRequested(dataDir)) leaveRequest(options);
  const outcome = await fire(options, frozen);
  const now = takeLock(options);
  if (now.kind === 'held') {
    discardRequests(dataDir);
    now.lock.release();
  }
  if (outcome === 'failed') return 'failed';
  say(
    'Not reached: practice, and profiles whose key is only in the memory of the Fathom that does not answer. Cancel theirs at the exchange itself.',
  );
  if (outcome === 'none') say('No profile has its key in the keychain and may trade, so nothing was cancelled.');
  return outcome === 'clear' ? 'in-part' : 'failed';
}

function leaveRequest({ dataDir, say }: KillCommandOptions): void {
  try {
    leaveKillRequest(dataDir);
  } catch (cause) {
    say(
      `The request to the Fathom that does not answer could not be written (${codeOf(cause)}): when it goes on, it does not know of the freeze. End it.`,
    );
  }
}

async function fire({ say }: KillCommandOptions, frozen: Result<FrozenProfiles>): Promise<'clear' | 'none' | 'failed'> {
  if (!frozen.ok) {
    say(frozen.error.message);
    return 'failed';
  }
  const outcome = await frozen.value.fire();
  return outcome === 'not-clear' ? 'failed' : outcome;
}

import type { AppInfo } from '#shared/first-contract.ts';
import { fail } from '#shared/errors.ts';
import { createKeychain } from '#credentials/keyring/keychain.ts';
import { createHeldKeys } from '#credentials/keyring/held-keys.ts';
import { createOrphans } from '#credentials/keyring/orphans.ts';
import { createLock, type Lock } from '#credentials/lock/lock.ts';
import { openLockFile } from '#credentials/lock/lock-file.ts';
import { createMemorySecrets } from '#credentials/memory-secrets.ts';
import {
  createProfileSelection,
  type ProfileSelection,
  type ProfileSelectionOptions,
} from '#credentials/profile-selection.ts';
import { openProfiles, type PracticeAccess, practiceId } from '#credentials/profiles.ts';
import type { ProfileSecret } from '#credentials/secret.ts';
import { createGate, type Gate } from '#ipc/gate.ts';
import { createHandlers } from '#ipc/handlers.ts';
import { createLinkNews } from '#ipc/link-news.ts';
import type { CallHandler, Shell } from '#shell/shell.ts';
import { systemClock } from '#time/clock.ts';
import type { SendConditions } from '#trading/sending/send-conditions.ts';
import { createTurns, type Turns } from '#time/turns.ts';
import { RefusedStartError } from './fault.ts';
import { type Foundation, must } from './foundation.ts';
import type { Host } from './hosts.ts';
import { createActions } from './actions/actions.ts';
import { createAsking } from './actions/asking.ts';
import { composeLock } from './actions/lock.ts';
import { buildClientWith } from './actions/signed-client.ts';
import { type ComposedArchive, composeArchive } from './archive/compose-archive.ts';
import { createLive } from './windows/live-way.ts';
import { createPanelWindows } from './windows/panel-windows.ts';
import { createWindowState } from './actions/window-state.ts';
import { reportOpenActions } from './notices.ts';
import type { PracticeHost, PracticeReady } from './practice-host.ts';
import { createExports } from '#store/exports.ts';
import type { PresenceStore } from '#store/presence.ts';

export interface EngineOptions {
  readonly foundation: Foundation;
  readonly startKeyring: Host['startKeyring'];
  readonly startCheckWorker: Host['startCheckWorker'];
  readonly startArchiveThread: Host['startArchiveThread'];
  readonly startBackupThread: Host['startBackupThread'];
  readonly startPortfolioThread: Host['startPortfolioThread'];
  readonly shell: Shell;
  readonly practice: PracticeHost;
  readonly info: Omit<AppInfo, 'notices'>;
  /** name of the profile to start on; null: the last one, or practice */
  readonly profile: string | null;
  /** one line for the user */
  readonly say: (line: string) => void;
}

/** Everything but the window: what answers the page's calls. */
export interface Engine {
  /** Calls that come before it is ready wait: the window opens first and shows that it loads. */
  readonly answer: CallHandler;
  /** Resolves when calls can be answered. Rejects with a sentence for the user. */
  readonly ready: Promise<void>;
  /** Ends every call and all looking up; nothing new begins. */
  stop(): void;
  /** Writes the last of what is kept outside the data folder; call it after `stop`. Resolves within seconds. */
  finish(): Promise<void>;
}

/** The address of the practice exchange while it does not run: its calls are answered with "unreachable". */
const nowhere: PracticeReady = {
  spot: 'http://127.0.0.1:1',
  futures: 'http://127.0.0.1:1',
  headerPrefix: 'SVC',
  keys: [],
};

function accessOf({ spot, futures, headerPrefix, keys }: PracticeReady): {
  access: PracticeAccess;
  secret: ProfileSecret;
} {
  const trader = keys.find(key => key.label === 'trader');
  const access = {
    spotUrl: spot,
    futuresUrl: futures,
    headerPrefix,
    keyVersion: trader?.version ?? '2',
    key: trader?.key ?? '',
    permissions: trader?.permissions ?? [],
  };
  return { access, secret: { key: access.key, secret: trader?.secret ?? '', passphrase: trader?.passphrase ?? '' } };
}

/** The practice exchange first, because it is where most starts lead; then the profile that was asked for. */
async function openProfile(
  options: EngineOptions,
  { profiles, practiceStarted }: { profiles: ProfileSelection } & Pick<ComposedArchive, 'practiceStarted'>,
  stopping: AbortSignal,
): Promise<void> {
  const { practice, profile, say, foundation } = options;
  const enter = async (ready: PracticeReady) => {
    const { access, secret } = accessOf(ready);
    practiceStarted(ready.runId);
    // it restarted: there is no earlier presence and no earlier data of it
    foundation.store.presence.forget(practiceId);
    foundation.store.overseen.beginAnew(practiceId);
    await profiles.setPractice(access, secret);
  };
  const ready = await practice.ready.catch((cause: unknown) => {
    // without it the other profiles still work
    if (!stopping.aborted) say(`Practice is not available: ${cause instanceof Error ? cause.message : String(cause)}.`);
    return nowhere;
  });
  await enter(ready);
  if (stopping.aborted) throw new RefusedStartError('Fathom is shutting down');
  practice.onReady(again => void enter(again));
  const started = await profiles.start(profile);
  if (started.ok) return;
  if (started.error.kind === 'no-profile') throw new RefusedStartError(`there is no profile named ${profile ?? ''}`);
  foundation.log.warn('profile.not-opened', { kind: started.error.kind }); // its calls return the reason to the page
}

type LiveWay = ReturnType<typeof createLive>;

/** Throws a sentence for the user. */
function openLock({ dataDir, store, notices }: Foundation): Lock {
  const onWritten = (cause: unknown) => store.health.report('settings', cause);
  const memory = must(openLockFile({ dataDir, nowMs: Date.now, notice: notices.add, onWritten }));
  return createLock({ memory, nowMs: Date.now });
}

/** The profiles on disk. Throws a sentence for the user. */
function openProfileList({ dataDir, store }: Foundation, notice: (message: string) => void) {
  const practice = accessOf(nowhere).access;
  const onWritten = (cause: unknown) => store.health.report('settings', cause);
  const list = must(openProfiles({ dataDir, practice, nowMs: Date.now, notice, onWritten }));
  const { ids, hasNameless } = list.known();
  // what a removed profile left, or a page stored under an id of its own
  if (!hasNameless) store.keepProfiles(id => ids.has(id));
  return list;
}

/** Notifies the user, and the log. */
function createNotice({ log, notices }: Foundation) {
  return (message: string): void => {
    log.warn('engine.notice', { message });
    notices.add(message);
  };
}

/** The profiles and what is done with the account of the one that is open. Throws a sentence for the user. */
function createAccounts(options: EngineOptions & { readonly turns: Turns }, { live, publish }: LiveWay, lock: Lock) {
  const { foundation, startKeyring, turns } = options;
  const { log, store } = foundation;
  const notice = createNotice(foundation);
  const list = openProfileList(foundation, notice);
  const keychain = createKeychain({ start: startKeyring, log });
  const memory = createMemorySecrets();
  const keys = createHeldKeys({ profiles: list, keychain, memory });
  const asking = createAsking(options, { list, keys, live, notice });
  const { allowances, budget, policy } = asking;
  const locking = composeLock({ lock, keychain, prompt: asking.prompt, log });
  const { ask, askUrgent } = locking;
  const windows = createWindowState({ lock, live, publish, settings: store.settings });
  const refuseWrite: SendConditions['refuseWrite'] = account => refuseLocked(lock) ?? profiles.refuseWrite(account);
  const hasAccount = () => list.all().some(({ secretHome }) => secretHome === 'keychain');
  const recording = composeArchive({ ...options, lock, keychain, ask });
  const around = { keychain, hasAccount, ask, askUrgent, budget, policy, live, refuseWrite, publish, notice };
  const actions = createActions({ ...options, ...around });
  const profiles = createProfileSelection({
    prompt: { ask },
    isRoot: asking.isRoot,
    profiles: list,
    keychain,
    memory,
    keys,
    notice,
    settings: store.settings,
    buildClient: buildClientWith({ ...foundation, turns }),
    log,
    mayOpen: allowances.mayOpen,
    mayUse: allowances.mayUse,
    onProfiles: state => windows.publishProfiles(state),
    onLink: createLinkNews(systemClock, link => publish('link.changed', link)),
    ...followAccount({ actions, live, recording, presence: store.presence }),
  });
  windows.follow(profiles.state);
  if (hasAccount()) void locking.control.adopt();
  reportOpenActions(store.journal, list.all(), notice);
  const { trading, safety, stop } = actions;
  const { archive, connectDatabase, verify, ...recorded } = recording;
  const orphans = createOrphans({ keychain, profiles: list, prompt: { ask } });
  const asked = { profiles, trading, keychain, allowances, policy, askUser: ask, safety, orphans, notice, lock };
  return {
    ...asked,
    lockControl: locking.control,
    touch: noteTouches(store.presence, { lock, locking, profiles }),
    changePrivacy: windows.changePrivacy,
    ...recorded,
    archive: { ...archive, connect: connectDatabase, verify },
    finish: async () => void (await Promise.all([actions.finish(), recorded.finish()])),
    stop: () => {
      locking.stop();
      stop();
    },
  };
}

interface Followers {
  readonly actions: ReturnType<typeof createActions>;
  readonly live: LiveWay['live'];
  readonly recording: ComposedArchive;
  readonly presence: PresenceStore;
}

/** What begins with an account and ends with it. */
function followAccount({
  actions,
  live,
  recording,
  presence,
}: Followers): Pick<ProfileSelectionOptions, 'onOpened' | 'onClosed'> {
  return {
    onOpened: account => {
      actions.opened(account);
      recording.opened(account);
      live.open(account);
      presence.open(account.profileId);
    },
    onClosed: () => {
      actions.closed();
      recording.archive.closed();
      live.close();
    },
  };
}

function refuseLocked(lock: Lock) {
  const reason = lock.validationError();
  return reason === null ? null : fail('locked', `Nothing was sent. ${reason}`);
}

interface Touched {
  readonly lock: Lock;
  readonly locking: { readonly touch: () => void };
  readonly profiles: ProfileSelection;
}

/** The lock screen shows no data of the account. */
function noteTouches(presence: PresenceStore, { lock, locking, profiles }: Touched): () => void {
  return () => {
    locking.touch();
    if (!lock.isLocked()) presence.note(profiles.state().activeId);
  };
}

/** Builds everything behind the gate and begins to open the profile. Throws a sentence for the user. */
export function createEngine(options: EngineOptions): Engine {
  const { foundation, shell, info } = options;
  const { log, store, notices, hooks } = foundation;
  const lock = openLock(foundation);
  const parts = createLive(options, lock);
  const { live, publish } = parts;
  // one for the gate and all clients: while one of them cancels, no other reads
  const turns = createTurns(systemClock);
  const accounts = createAccounts({ ...options, turns }, parts, lock);
  hooks.onHealth = status => publish('storage.changed', status);
  notices.setPublisher(all => publish('notices.changed', { notices: all }));
  const handlers = createHandlers({
    ...accounts,
    live,
    publishToOthers: parts.publishToOthers,
    settings: store.settings,
    showTheme: theme => shell.setTheme?.(theme),
    exports: createExports({ dataDir: foundation.dataDir, nowMs: Date.now }),
    workspaces: store.workspaces,
    presence: store.presence,
    overseen: store.overseen,
    auditNotes: store.audit,
    keepProfiles: isKept => store.keepProfiles(isKept),
    windows: createPanelWindows({ ...parts, shell, store: store.workspaces, notice: accounts.notice, log }),
    storage: () => store.health.status(),
    appInfo: () => ({ ...info, notices: lock.isLocked() ? [] : notices.all() }),
  });
  const gate = createGate({
    handlers,
    windowOf: sender => shell.windowOf(sender),
    isLocked: lock.isLocked,
    log,
    nowMs: Date.now,
    turns,
  });
  const stopping = new AbortController();
  const ready = openProfile(options, accounts, stopping.signal);
  return {
    ready,
    answer: answerWhenReady(ready, gate),
    stop: () => {
      stopping.abort();
      accounts.stop();
      accounts.profiles.close();
    },
    finish: accounts.finish,
  };
}

function answerWhenReady(ready: Promise<void>, gate: Gate): CallHandler {
  return async (name, input, sender) => {
    try {
      await ready;
    } catch (cause) {
      return fail('internal', `Fathom could not start: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
    return gate(name, input, sender);
  };
}

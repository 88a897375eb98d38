import { join } from 'node:path';
import type { AppInfo } from '#shared/contract.ts';
import type { StorageStatus } from '#shared/domain/storage.ts';
import type { Result } from '#shared/errors.ts';
import { createClient, type ExchangeClient } from '#client/client.ts';
import { createFeed } from '#client/feed/create-feed.ts';
import { createSigner } from '#client/sign.ts';
import type { BuildClient } from '#credentials/connect.ts';
import type { OpenAccount } from '#credentials/active-profile.ts';
import { createProfileSelection, type ProfileSelection } from '#credentials/profile-selection.ts';
import { createKeychain } from '#credentials/keychain.ts';
import { openProfiles, type PracticeAccess } from '#credentials/profiles.ts';
import { createOrphans, type Orphans } from '#credentials/orphans.ts';
import type { ProfileSecret, SecretStore } from '#credentials/secret.ts';
import { createMemorySecrets } from '#credentials/memory-secrets.ts';
import { RefusedStartError } from './fault.ts';
import type { Host } from './hosts.ts';
import { createGate } from '#ipc/gate.ts';
import { createHandlers } from '#ipc/handlers.ts';
import { createPublisher, type Publisher } from '#ipc/publish.ts';
import { createFileLog, type FileLog } from '#log/file-log.ts';
import { createRedactor, type Redactor } from '#log/redact.ts';
import { createLiveMarkets, type LiveMarkets } from '#market/live-markets.ts';
import { createFrameSense, type FrameSense } from '#time/frame-sense.ts';
import { systemClock } from '#time/clock.ts';
import { createNotices, type Notices, openActsNotice } from './notices.ts';
import type { PracticeHost, PracticeReady } from './practice-host.ts';
import type { CallHandler, Shell } from '#shell/shell.ts';
import type { BoundsMemory } from '#shell/window-bounds.ts';
import { recordCrash, takeCrashNotice } from '#store/crash-record.ts';
import { openStore, type Store } from '#store/store.ts';
import { createTrading, type Trading } from '#trading/trading.ts';
import { createTrustedPrompt } from '#trusted/prompt.ts';

/** The engine room without its window: what answers the page's calls. */
export interface Engine {
  readonly answer: CallHandler;
}

export interface EngineOptions {
  readonly host: Pick<Host, 'startKeyring'>;
  /** exists and is locked for us */
  readonly dataDir: string;
  /** name of the profile to start on; null: the last one, or practice */
  readonly profile: string | null;
  /** one line for the user */
  readonly say: (line: string) => void;
}

interface EngineNeeds {
  readonly shell: Shell;
  readonly practice: PracticeHost;
  readonly info: Omit<AppInfo, 'notices'>;
}

export interface EngineRoom {
  readonly log: FileLog;
  readonly bounds: BoundsMemory;
  /** Resolves when calls can be answered. Rejects with a sentence for the user. */
  start(needs: EngineNeeds): Promise<Engine>;
  /** Leaves word of a fault for the next start; never throws. */
  recordCrash(where: string, cause: unknown): void;
  /** Ends every call and all looking up; nothing new begins. */
  stop(): void;
  /** Closes what lies on disk, last of all. */
  close(): void;
}

/** Where practice is said to be while it is not: its calls are answered with "unreachable". */
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

/** Without it there is no Fathom: the failure's sentence ends the start. */
function must<T>(result: Result<T>): T {
  if (!result.ok) throw new RefusedStartError(result.error.message);
  return result.value;
}

function createBounds({ settings }: Store, log: FileLog): BoundsMemory {
  return {
    load: () => settings.read().windowBounds,
    save: bounds => {
      const saved = settings.change({ windowBounds: bounds });
      if (!saved.ok) log.warn('bounds.not-saved', { reason: saved.error.message });
    },
  };
}

function buildClientWith(log: FileLog, redactor: Redactor): BuildClient {
  return (identity, secret) => {
    for (const part of [secret.key, secret.secret, secret.passphrase]) redactor.hide(part);
    return createClient(identity, createSigner({ ...identity, ...secret }), { log });
  };
}

interface Foundation {
  readonly options: EngineOptions;
  readonly log: FileLog;
  readonly redactor: Redactor;
  readonly store: Store;
  readonly stopping: AbortSignal;
  readonly notices: Notices;
  readonly hooks: StoreHooks;
}

/** What the store tells before there is anybody to hear it. */
interface StoreHooks {
  onHealth: (status: StorageStatus) => void;
  onJournalOpened: () => void;
}

interface Parts {
  readonly profiles: ProfileSelection;
  readonly trading: Trading;
  readonly live: LiveMarkets;
  readonly keychain: SecretStore;
  readonly orphans: Orphans;
}

interface WayOut {
  readonly shell: Shell;
  readonly log: FileLog;
  readonly frames: FrameSense;
}

/** A page that is away watches nothing; the next one says anew what it watches. */
function buildPublisher({ shell, log, frames }: WayOut, live: () => LiveMarkets): Publisher {
  return createPublisher({
    log,
    send: async (name, payload) => {
      const watchNumber = live().watchNumber();
      try {
        const sentAtMs = performance.now();
        const toFrameMs = await shell.publish(name, payload);
        frames.heard({ sentAtMs, takenAtMs: performance.now(), toFrameMs });
      } catch (cause) {
        live().pageAway(watchNumber);
        throw cause;
      }
    },
  });
}

function buildLive({ log, frames }: WayOut, { publish, offer }: Publisher): LiveMarkets {
  const openFeed = (client: ExchangeClient) => createFeed({ client, hasKey: true, log });
  return createLiveMarkets({
    openFeed,
    emit: publish,
    offer,
    clock: { ...systemClock, frameOffsetMs: frames.offsetMs },
    log,
  });
}

function buildParts(foundation: Foundation, { shell }: EngineNeeds): Parts {
  const { options, log, redactor, store, notices, hooks } = foundation;
  const wayOut: WayOut = { shell, log, frames: createFrameSense() };
  const publisher = buildPublisher(wayOut, () => live);
  const { publish } = publisher;
  const live = buildLive(wayOut, publisher);
  hooks.onHealth = status => publish('storage.changed', status);
  notices.tellTo(all => publish('notices.changed', { notices: all }));
  const notice = (message: string) => {
    log.warn('engine.notice', { message });
    notices.add(message);
  };
  const { dataDir, host } = options;
  const nowhereYet = accessOf(nowhere).access;
  const onWritten = (cause: unknown) => store.health.report('settings', cause);
  const list = must(openProfiles({ dataDir, practice: nowhereYet, nowMs: Date.now, notice, onWritten }));
  const keychain = createKeychain({ start: host.startKeyring, log });
  const trading = createTrading({
    journal: store.journal,
    log,
    nowMs: Date.now,
    publish: intent => {
      publish('intents.changed', intent);
      live.acted(intent);
    },
    notice,
  });
  const prompt = createTrustedPrompt({ openWindow: handlers => shell.openTrusted(handlers), log });
  let opened: OpenAccount | null = null;
  hooks.onJournalOpened = () => {
    if (opened !== null) trading.resume(opened);
  };
  const profiles = createProfileSelection({
    prompt,
    profiles: list,
    keychain,
    memory: createMemorySecrets(),
    settings: store.settings,
    buildClient: buildClientWith(log, redactor),
    log,
    onProfiles: state => publish('profiles.changed', state),
    onLink: link => publish('link.changed', link),
    onOpened: account => {
      opened = account;
      trading.resume(account);
      live.open(account);
    },
    onClosed: () => {
      opened = null;
      live.close();
    },
  });
  const openActs = openActsNotice(store.journal, list.all());
  if (openActs !== null) notice(openActs);
  return { profiles, trading, live, keychain, orphans: createOrphans({ keychain, profiles: list }) };
}

/** The practice exchange, or a place where it would be; without it the other profiles still work. */
async function awaitPractice({ options, stopping }: Foundation, practice: PracticeHost): Promise<PracticeReady> {
  try {
    return await practice.ready;
  } catch (cause) {
    if (!stopping.aborted)
      options.say(`Practice is not available: ${cause instanceof Error ? cause.message : String(cause)}.`);
    return nowhere;
  }
}

/** The practice exchange first, because it is where most starts lead; then the profile that was asked for. */
async function openProfile(foundation: Foundation, { profiles }: Parts, practice: PracticeHost): Promise<void> {
  const { options, log, stopping } = foundation;
  const enter = async (ready: PracticeReady) => {
    const { access, secret } = accessOf(ready);
    await profiles.setPractice(access, secret);
  };
  await enter(await awaitPractice(foundation, practice));
  if (stopping.aborted) throw new RefusedStartError('Fathom is shutting down');
  practice.onReady(ready => void enter(ready));
  const started = await profiles.start(options.profile);
  if (started.ok) return;
  if (started.error.kind === 'no-profile')
    throw new RefusedStartError(`there is no profile named ${options.profile ?? ''}`);
  log.warn('profile.not-opened', { kind: started.error.kind }); // its calls tell the page why
}

/** The log and the store know each other: a log that cannot be written is part of the storage's health. */
function openFoundation(options: EngineOptions, stopping: AbortSignal): Foundation {
  const { dataDir } = options;
  const redactor = createRedactor();
  const notices = createNotices(options.say);
  const hooks: StoreHooks = { onHealth: () => {}, onJournalOpened: () => {} };
  let early: unknown = null;
  let reportLog: (cause: unknown) => void = cause => {
    early = cause;
  };
  const file = join(dataDir, 'logs', 'fathom.log');
  const log = createFileLog({ file, redactor, onTrouble: cause => reportLog(cause) });
  const crash = takeCrashNotice(dataDir);
  if (crash !== null) notices.add(crash);
  const store = must(
    openStore({
      dataDir,
      log,
      nowMs: Date.now,
      onNotice: notices.add,
      onHealth: status => hooks.onHealth(status),
      onJournalOpened: () => hooks.onJournalOpened(),
    }),
  );
  store.health.onRetry('log', log.recover);
  reportLog = cause => store.health.report('log', cause);
  if (early !== null) reportLog(early);
  return { options, log, redactor, store, notices, hooks, stopping };
}

/** Opens what lies on disk at once, so that the window can be placed; the rest comes with `start`. Throws a sentence. */
export function createEngine(options: EngineOptions): EngineRoom {
  const stopping = new AbortController();
  const foundation = openFoundation(options, stopping.signal);
  const { log, store, notices, redactor } = foundation;
  let parts: Parts | null = null;

  return {
    log,
    bounds: createBounds(store, log),
    start: async needs => {
      parts = buildParts(foundation, needs);
      await openProfile(foundation, parts, needs.practice);
      const handlers = createHandlers({
        ...parts,
        settings: store.settings,
        storage: () => store.health.status(),
        appInfo: () => ({ ...needs.info, notices: notices.all() }),
      });
      const { shell } = needs;
      const gate = createGate({ handlers, isTrusted: sender => shell.isTrusted(sender), log, nowMs: Date.now });
      return { answer: gate };
    },
    recordCrash: (where, cause) => {
      const { dataDir } = options;
      recordCrash(where, cause, { dataDir, clean: text => redactor.cleanText(text), nowMs: Date.now });
    },
    stop: () => {
      stopping.abort();
      parts?.trading.close();
      parts?.profiles.close();
    },
    close: () => {
      store.close();
      log.close();
    },
  };
}

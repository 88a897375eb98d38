import type { IssuedKey } from '../accounts/types.ts';
import { type ControlAccess, type ControlServer, createControlServer } from '../control/control-server.ts';
import type { Fault } from '../control/fault.ts';
import { createFaultInjector, type FaultInjector } from '../control/fault-injector.ts';
import { createExchangeFeeds } from '../feed/exchange-feeds.ts';
import type { FeedRules } from '../feed/connection/rules.ts';
import type { FeedService } from '../feed/service.ts';
import { createTimers } from '../feed/timers.ts';
import type { Scheduler } from '../feed/topics/time.ts';
import type { RequestLog } from '../http/dispatch.ts';
import { createPracticeServer, type PracticeServer } from '../http/server.ts';
import type { Refusal } from '../kernel/kernel.ts';
import { createLivingExchange, type LivingExchange, livingStepMs } from './living-exchange.ts';
import { createPacer } from './pacer.ts';
import { createRandom } from '../kernel/random.ts';
import { createWall } from './wall.ts';

/** A simulated trader or the prepared account was refused: nobody outside did anything wrong, so it is worth a line. */
interface TraderRefused {
  readonly event: 'trader-refused';
  readonly symbol: string;
  readonly reason: Refusal['reason'];
  readonly message: string;
}

/** A topic could not be started: the subscriber was told 500. */
interface FeedFailed {
  readonly event: 'feed-failed';
  readonly message: string;
}

export type LogEntry = RequestLog | TraderRefused | FeedFailed;

interface WorldOptions {
  readonly seed: number;
  readonly dialect: 'document' | 'live';
  /** 0: any free port */
  readonly spotPort: number;
  readonly futuresPort: number;
  /** times and limits of the feeds; the service's own by default */
  readonly feed?: Partial<FeedRules>;
  /** what goes wrong from the start */
  readonly faults?: readonly Fault[];
  readonly log?: (entry: LogEntry) => void;
}

type ReadyKey = Pick<IssuedKey, 'label' | 'key' | 'secret' | 'passphrase' | 'version' | 'permissions'>;

/** What the practice exchange tells whoever started it. */
export interface ReadyInfo {
  readonly spot: string;
  readonly futures: string;
  readonly headerPrefix: string;
  readonly keys: readonly ReadyKey[];
  /** where faults are set while it runs */
  readonly control: ControlAccess;
}

export interface World {
  /** Opens the ports and sets the market going. Throws {@link PortError} of the HTTP service when a port cannot be had. */
  start(): Promise<ReadyInfo>;
  /** Leaves neither timer nor socket behind. */
  stop(): Promise<void>;
}

function readyKey({ label, key, secret, passphrase, version, permissions }: IssuedKey): ReadyKey {
  return { label, key, secret, passphrase, version, permissions };
}

function explain(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

interface OpenServers {
  readonly server: PracticeServer;
  readonly control: ControlServer;
  readonly close: () => Promise<void>;
}

interface ExchangeWithFaults {
  readonly exchange: LivingExchange;
  readonly injector: FaultInjector;
}

function createFeeds(
  { exchange, injector }: ExchangeWithFaults,
  scheduler: Scheduler,
  options: WorldOptions,
): FeedService {
  const { feed = {}, log } = options;
  return createExchangeFeeds({
    ...exchange,
    time: { clock: exchange.clock, scheduler },
    rules: feed,
    faults: injector.feed,
    onFailure: cause => log?.({ event: 'feed-failed', message: explain(cause) }),
  });
}

/** Opens the two venues and the control server; when one cannot be opened, none stays open. */
async function openServers(faulty: ExchangeWithFaults, options: WorldOptions): Promise<OpenServers> {
  const { exchange, injector } = faulty;
  const { dialect, spotPort, futuresPort, log } = options;
  const timers = createTimers();
  const feeds = createFeeds(faulty, timers, options);
  const { ledger, directory, withdrawals, deposits, transfers, movements, history, margin } = exchange;
  const server = await createPracticeServer({
    ...injector.shown,
    ledger,
    directory,
    withdrawals,
    deposits,
    transfers,
    movements,
    history,
    margin,
    tokens: feeds,
    faults: injector.rest,
    dialect,
    spotPort,
    futuresPort,
    ...(log === undefined ? {} : { log }),
  });
  feeds.attach('spot', server.listeners.spot);
  feeds.attach('futures', server.listeners.futures);
  injector.actOn(feeds);
  const closeVenues = async (): Promise<void> => {
    feeds.close();
    timers.stopAll();
    await server.close();
  };
  try {
    const control = await createControlServer({
      set: fault => injector.set(fault),
      list: () => injector.list(),
      connections: () => feeds.connections(),
    });
    return { server, control, close: async () => void (await Promise.all([closeVenues(), control.close()])) };
  } catch (error) {
    await closeVenues();
    throw error;
  }
}

/** The whole practice exchange: living markets, accounts, and the HTTP and websocket services in front of them. */
export async function createWorld(options: WorldOptions): Promise<World> {
  const { seed, faults = [], log } = options;
  const wallMs = createWall({ date: Date.now, steady: () => performance.now() });
  const exchange = createLivingExchange({
    seed,
    startMs: Math.floor(wallMs()),
    onRefusal: (symbol, { reason, message }) => log?.({ event: 'trader-refused', symbol, reason, message }),
  });
  const { spot, futures, directory, clock } = exchange;
  const injector = createFaultInjector({ random: createRandom(seed, 'faults'), clock, spot, futures });
  const pacer = createPacer({
    stepMs: livingStepMs,
    wallMs,
    run: (step, timeMs) => exchange.runStep(step, timeMs, injector.isQuiet()),
  });
  let servers: OpenServers | null = null;
  return {
    async start() {
      servers = await openServers({ exchange, injector }, options);
      for (const fault of faults) injector.set(fault);
      clock.follow(wallMs);
      pacer.start();
      const { spotUrl, futuresUrl, headerPrefix } = servers.server;
      const { url, token } = servers.control;
      const keys = directory.keys.map(readyKey);
      return { spot: spotUrl, futures: futuresUrl, headerPrefix, keys, control: { url, token } };
    },
    async stop() {
      pacer.stop();
      await servers?.close();
      servers = null;
    },
  };
}

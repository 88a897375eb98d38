import { createHash, randomUUID } from 'node:crypto';
import type { IssuedKey } from '../accounts/types.ts';
import { fundingIntervalMs, nextFundingAtMs } from '../futures/contract/funding-interval.ts';
import { createFaultInjector, type FaultInjector } from '../control/fault-injector.ts';
import type { Fault } from '../control/fault.ts';
import type { FeedRules } from '../feed/connection/rules.ts';
import { createExchangeFeeds } from '../feed/exchange-feeds.ts';
import type { FeedService } from '../feed/service.ts';
import { createTimers } from '../feed/timers.ts';
import type { Scheduler } from '../feed/topics/time.ts';
import type { RequestLog } from '../http/dispatch.ts';
import { createPracticeServer, type PracticeServer } from '../http/server.ts';
import type { Rejection } from '../kernel/kernel.ts';
import { createRandom } from '../kernel/random.ts';
import { createLivingExchange, type LivingExchange, livingStepMs } from './living-exchange.ts';
import { createPacer } from './pacer.ts';
import { createMonotonicEpochClock, type MachineClocks } from './monotonic-epoch-clock.ts';

/** A simulated trader or the prepared account was rejected: no client caused it, so it is logged. */
interface TraderRefused {
  readonly event: 'trader-refused';
  readonly symbol: string;
  readonly reason: Rejection['reason'];
  readonly message: string;
}

/** A topic could not be started: the subscriber got 500. */
interface FeedFailed {
  readonly event: 'feed-failed';
  readonly message: string;
}

export type LogEntry = RequestLog | TraderRefused | FeedFailed;

export interface RunOptions {
  readonly seed: number;
  readonly dialect: 'document' | 'live';
  /** 0: any free port */
  readonly spotPort: number;
  readonly futuresPort: number;
  /** times and limits of the feeds; the service's own by default */
  readonly feed?: Partial<FeedRules>;
  /** what fails from the start */
  readonly faults?: readonly Fault[];
  readonly log?: (entry: LogEntry) => void;
  /** the machine's own unless a test drives the time */
  readonly machine?: MachineClocks;
}

type ReadyKey = Pick<IssuedKey, 'label' | 'key' | 'secret' | 'passphrase' | 'version' | 'permissions'>;

/** Where the venues are, the keys that they accept, and how the exchange began. */
export interface RunAccess {
  readonly spot: string;
  readonly futures: string;
  readonly headerPrefix: string;
  readonly keys: readonly ReadyKey[];
  /** see {@link openingOf} */
  readonly opening: string;
  /** another one at each start, with the same seed as well: rows of two runs never belong together */
  readonly runId: string;
}

/** One exchange from its seed to its end. A reset closes it and creates the next one, which shares no object with it. */
export interface ExchangeRun {
  readonly injector: FaultInjector;
  /** the open feed connections; none before `open` */
  connections(): ReturnType<FeedService['connections']>;
  /** Opens the ports and starts the market. Throws {@link PortError} of the HTTP service when a port cannot be opened. */
  open(): Promise<RunAccess>;
  /**
   * Moves the exchange's time forward by this many ms, without trades meanwhile: funding, interest, deposits and
   * withdrawals happen at their time. Returns the time; epoch ms.
   */
  advance(ms: number): number;
  /** Leaves neither timer nor socket behind. */
  close(): Promise<void>;
}

interface OpenVenues {
  readonly server: PracticeServer;
  readonly feeds: FeedService;
  readonly close: () => Promise<void>;
}

interface ExchangeWithFaults {
  readonly exchange: LivingExchange;
  readonly injector: FaultInjector;
}

function readyKey({ label, key, secret, passphrase, version, permissions }: IssuedKey): ReadyKey {
  return { label, key, secret, passphrase, version, permissions };
}

function explain(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

function createFeeds(
  { exchange, injector }: ExchangeWithFaults,
  scheduler: Scheduler,
  options: RunOptions,
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

/** Opens the two venues; when one cannot be opened, neither stays open. */
async function openVenues(faulty: ExchangeWithFaults, options: RunOptions): Promise<OpenVenues> {
  const { exchange, injector } = faulty;
  const { dialect, spotPort, futuresPort, log } = options;
  const timers = createTimers();
  const feeds = createFeeds(faulty, timers, options);
  const { ledger, directory, withdrawals, deposits, transfers, history, margin } = exchange;
  const server = await createPracticeServer({
    ...injector.shown,
    ledger,
    directory,
    withdrawals,
    deposits,
    transfers,
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
  injector.connectFeeds(feeds);
  const close = async (): Promise<void> => {
    feeds.close();
    timers.stopAll();
    await server.close();
  };
  return { server, feeds, close };
}

/**
 * A digest of balances, active orders and stops. Two exchanges with the same seed have the same one before their first
 * step, whenever they start: times, ids and the futures wallet, which depends on the hour of funding, are left out.
 */
function openingOf({ directory, ledger, spot, futures }: LivingExchange): string {
  const { accountId } = directory.master;
  const accountIds = [accountId, ...directory.subAccounts.map(each => each.accountId)];
  const balances = accountIds.flatMap(each => ledger.balances(each)).filter(({ wallet }) => wallet !== 'futures');
  const spotOrders = [...spot.orders(accountId, 'active', {}), ...spot.stops(accountId, {})];
  const futuresOrders = [...futures.orders(accountId, 'active', {}), ...futures.stops(accountId, {})];
  const placements = [...spotOrders, ...futuresOrders].map(({ placement }) => placement);
  return createHash('sha256')
    .update(JSON.stringify([balances, placements]))
    .digest('hex');
}

/** The wall follows leaps of more than a second. */
const afterFundingMs = 2000;

const machineClocks: MachineClocks = { date: Date.now, steady: () => performance.now() };

/** Builds markets and accounts from the seed; nothing moves and no port is open before `open`. */
export function createExchangeRun(options: RunOptions): ExchangeRun {
  const { seed, faults = [], log, machine = machineClocks } = options;
  let aheadMs = 0;
  const wallMs = createMonotonicEpochClock({ date: () => machine.date() + aheadMs, steady: machine.steady });
  const exchange = createLivingExchange({
    seed,
    startMs: Math.floor(wallMs()),
    onRejection: (symbol, { reason, message }) => log?.({ event: 'trader-refused', symbol, reason, message }),
  });
  const { spot, futures, movements, directory, clock } = exchange;
  const opening = openingOf(exchange);
  const injector = createFaultInjector({ random: createRandom(seed, 'faults'), clock, spot, futures, movements });
  const pacer = createPacer({
    stepMs: livingStepMs,
    wallMs,
    run: (step, timeMs) => exchange.runStep(step, timeMs, injector.isQuiet()),
  });
  const runId = randomUUID();
  let venues: OpenVenues | null = null;
  return {
    injector,
    connections: () => venues?.feeds.connections() ?? [],
    async open() {
      venues = await openVenues({ exchange, injector }, options);
      for (const fault of faults) injector.set(fault);
      clock.follow(wallMs);
      pacer.start();
      const { spotUrl, futuresUrl, headerPrefix } = venues.server;
      const keys = directory.keys.map(readyKey);
      return { spot: spotUrl, futures: futuresUrl, headerPrefix, keys, opening, runId };
    },
    advance(ms) {
      const fromMs = wallMs();
      const leap = (timeMs: number): void => {
        aheadMs += timeMs - wallMs();
        exchange.passTime(wallMs(), true);
      };
      for (let timeMs = nextFundingAtMs(fromMs); timeMs < fromMs + ms; timeMs += fundingIntervalMs)
        leap(timeMs + afterFundingMs);
      leap(fromMs + ms);
      return Math.floor(wallMs());
    },
    async close() {
      pacer.stop();
      await venues?.close();
      venues = null;
    },
  };
}

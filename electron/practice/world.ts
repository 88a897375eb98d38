import type { IssuedKey } from './accounts/types.ts';
import type { RequestLog } from './http/dispatch.ts';
import { createPracticeServer, type PracticeServer } from './http/server.ts';
import type { Refusal } from './kernel.ts';
import { createLivingExchange, livingStepMs } from './living-exchange.ts';
import { createPacer } from './pacer.ts';
import { createWall } from './wall.ts';

/** A simulated trader or the prepared desk was refused: nobody outside did anything wrong, so it is worth a line. */
interface TraderRefused {
  readonly event: 'trader-refused';
  readonly symbol: string;
  readonly reason: Refusal['reason'];
  readonly message: string;
}

export type LogEntry = RequestLog | TraderRefused;

interface WorldOptions {
  readonly seed: number;
  readonly dialect: 'document' | 'live';
  /** 0: any free port */
  readonly spotPort: number;
  readonly futuresPort: number;
  readonly log?: (entry: LogEntry) => void;
}

type ReadyKey = Pick<IssuedKey, 'label' | 'key' | 'secret' | 'passphrase' | 'version' | 'permissions'>;

/** What the practice exchange tells whoever started it. */
export interface ReadyInfo {
  readonly spot: string;
  readonly futures: string;
  readonly headerPrefix: string;
  readonly keys: readonly ReadyKey[];
}

export interface World {
  /** Opens the ports and sets the market going. Throws {@link PortError} of the HTTP room when a port cannot be had. */
  start(): Promise<ReadyInfo>;
  /** Leaves neither timer nor socket behind. */
  stop(): Promise<void>;
}

function readyKey({ label, key, secret, passphrase, version, permissions }: IssuedKey): ReadyKey {
  return { label, key, secret, passphrase, version, permissions };
}

/** The whole practice exchange: living markets, accounts, and the HTTP service in front of them. */
export async function createWorld({ seed, dialect, spotPort, futuresPort, log }: WorldOptions): Promise<World> {
  const wallMs = createWall({ date: Date.now, steady: () => performance.now() });
  const exchange = createLivingExchange({
    seed,
    startMs: Math.floor(wallMs()),
    onRefusal: (symbol, { reason, message }) => log?.({ event: 'trader-refused', symbol, reason, message }),
  });
  const { spot, futures, ledger, directory, clock } = exchange;
  const pacer = createPacer({ stepMs: livingStepMs, wallMs, run: (step, timeMs) => exchange.runStep(step, timeMs) });
  let server: PracticeServer | null = null;
  return {
    async start() {
      const parts = { spot, futures, ledger, directory, clock, dialect, spotPort, futuresPort };
      server = await createPracticeServer(log === undefined ? parts : { ...parts, log });
      clock.follow(wallMs);
      pacer.start();
      const { spotUrl, futuresUrl, headerPrefix } = server;
      return { spot: spotUrl, futures: futuresUrl, headerPrefix, keys: directory.keys.map(readyKey) };
    },
    async stop() {
      pacer.stop();
      await server?.close();
      server = null;
    },
  };
}

import { type ControlAccess, type ControlServer, createControlServer } from '../control/control-server.ts';
import { createExchangeRun, type ExchangeRun, type RunAccess, type RunOptions } from './exchange-run.ts';

/** The messages of the practice exchange to its parent process. */
export interface ReadyInfo extends RunAccess {
  /** where faults are set while it runs, and the whole exchange is reset */
  readonly control: ControlAccess;
}

export interface World {
  /** Opens the ports and sets the market going. Throws {@link PortError} of the HTTP service when a port cannot be had. */
  start(): Promise<ReadyInfo>;
  /**
   * Ends the exchange with all its connections and starts it again from its seed, as a new process would: at the present
   * time, with new keys, with the faults of the start, and on a new port where the port was free to choose. The control
   * server stays. Throws {@link PortError} as `start` does.
   */
  reset(): Promise<ReadyInfo>;
  /** Leaves neither timer nor socket behind. */
  stop(): Promise<void>;
}

/** The whole practice exchange: living markets, accounts, and the HTTP and websocket services in front of them. */
export async function createWorld(options: RunOptions): Promise<World> {
  let run: ExchangeRun = createExchangeRun(options);
  let control: ControlServer | null = null;
  let resetting: Promise<unknown> = Promise.resolve();
  const open = async ({ url, token }: ControlAccess): Promise<ReadyInfo> => {
    const access = await run.open();
    return { ...access, control: { url, token } };
  };
  const restart = async (): Promise<ReadyInfo> => {
    if (control === null) throw new Error('the exchange does not run');
    await run.close();
    run = createExchangeRun(options);
    return await open(control);
  };
  const reset = (): Promise<ReadyInfo> => {
    const next = resetting.then(restart);
    resetting = next.catch(() => {}); // the caller of this reset receives the failure
    return next;
  };
  const stop = async (): Promise<void> => {
    await resetting;
    await Promise.all([run.close(), control?.close() ?? Promise.resolve()]);
    control = null;
  };
  return {
    async start() {
      control = await createControlServer({
        set: fault => run.injector.set(fault),
        list: () => run.injector.list(),
        connections: () => run.connections(),
        advance: ms => run.advance(ms),
        reset,
      });
      try {
        return await open(control);
      } catch (error) {
        await stop();
        throw error;
      }
    },
    reset,
    stop,
  };
}

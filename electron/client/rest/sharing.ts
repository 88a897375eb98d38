/** One piece of work that several callers wait for. */
interface Shared<T> {
  readonly rank: number;
  readonly work: Promise<T>;
  readonly controller: AbortController;
  users: number;
}

interface ShareRequest<T> {
  readonly key: string;
  /** 0 is the most important */
  readonly rank: number;
  readonly signal: AbortSignal;
  readonly start: (signal: AbortSignal) => Promise<T>;
  /** what a caller gets who gives up */
  readonly onAbort: () => T;
}

interface Sharing<T> {
  readonly run: (request: ShareRequest<T>) => Promise<T>;
}

/**
 * Identical work under way is done once. A caller joins only work that is at least as important as his own, so an
 * action never waits behind a background poll; the work itself is abandoned when its last caller has gone.
 */
export function createSharing<T>(): Sharing<T> {
  const underWay = new Map<string, Shared<T>>();

  const begin = ({ key, rank, start }: ShareRequest<T>): Shared<T> => {
    const controller = new AbortController();
    const shared: Shared<T> = { rank, controller, users: 0, work: start(controller.signal) };
    underWay.set(key, shared);
    const forget = (): void => {
      if (underWay.get(key) === shared) underWay.delete(key);
    };
    shared.work.then(forget, forget);
    return shared;
  };

  const run = async (request: ShareRequest<T>): Promise<T> => {
    const { key, rank, signal, onAbort } = request;
    if (signal.aborted) return onAbort();
    const existing = underWay.get(key);
    const shared = existing !== undefined && existing.rank <= rank ? existing : begin(request);
    shared.users += 1;
    const { promise: abandoned, resolve } = Promise.withResolvers<T>();
    const leave = (): void => {
      shared.users -= 1;
      if (shared.users === 0) {
        if (underWay.get(key) === shared) underWay.delete(key);
        shared.controller.abort();
      }
      resolve(onAbort());
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.work, abandoned]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  };

  return { run };
}

/** Resolves after `ms`, or at once when the signal aborts; never rejects, and leaves no timer behind. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal?.aborted === true) return Promise.resolve();
  const end = (): void => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
    resolve();
  };
  const timer = setTimeout(end, ms);
  signal?.addEventListener('abort', end, { once: true });
  return promise;
}

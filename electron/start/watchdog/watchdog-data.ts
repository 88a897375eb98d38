import * as z from 'zod/mini';

/** What the main thread hands to the watchdog's thread. */
export const WatchdogData = z.object({
  /** one 32-bit counter, which the main thread raises at each turn of its heartbeat */
  counter: z.instanceof(SharedArrayBuffer),
  dataDir: z.string(),
  /** the exit code of a process that is ended because it hangs */
  exitCode: z.int(),
  limits: z.object({ hungAfterMs: z.number(), overAfterMs: z.number() }),
  endsWithoutStack: z.boolean(),
});
export type WatchdogData = z.infer<typeof WatchdogData>;

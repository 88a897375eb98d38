import * as z from 'zod/mini';

/** The integers that both threads share. */
export const slots = {
  /** raised by the main thread at each turn of its heartbeat */
  beats: 0,
  /** 1 as soon as the program has started */
  hasStarted: 1,
} as const;

const HangLimits = z.object({ hungAfterMs: z.number(), overAfterMs: z.number() });

/** What the main thread hands to the watchdog's thread. */
export const WatchdogData = z.object({
  /** two 32-bit integers, see `slots` */
  counter: z.instanceof(SharedArrayBuffer),
  dataDir: z.string(),
  /** the exit code of a process that is ended because it hangs */
  exitCode: z.int(),
  limits: HangLimits,
  /** until the program has started */
  startLimits: HangLimits,
  endsWithoutStack: z.boolean(),
});
export type WatchdogData = z.infer<typeof WatchdogData>;

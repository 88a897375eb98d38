import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type ChromiumWindow, type LaunchPlan, launchChromium } from './chromium-launch.ts';

/** Starts Chromium with its one window; see {@link launchChromium}. */
export type LaunchChromium = (plan: LaunchPlan) => Promise<ChromiumWindow>;

interface EarlyChromium {
  /** Starts Chromium before its shell is created. Resolves when its process runs, or cannot. Never rejects. */
  begin(plan: LaunchPlan): Promise<void>;
  /** The first caller is handed the one that was begun. */
  readonly launch: LaunchChromium;
  /** Ends the started process, also after a launch took it. Never rejects. */
  abandon(): Promise<void>;
}

/** Node reports each process that this one starts on this channel. */
const startedProcesses = 'child_process';

/** Resolves when what `launch` begins has started its process, or has ended without one. */
function untilProcessRuns(launch: () => Promise<ChromiumWindow>): Promise<void> {
  return new Promise(resolve => {
    const end = (): void => {
      unsubscribe(startedProcesses, end);
      resolve();
    };
    subscribe(startedProcesses, end);
    launch().then(end, end);
  });
}

/**
 * Chromium takes long to start and does it in processes of its own, so it may begin before the engine is even loaded.
 */
export function createEarlyChromium(launchNow: LaunchChromium = launchChromium): EarlyChromium {
  let waiting: Promise<ChromiumWindow> | null = null;
  let begun: Promise<ChromiumWindow> | null = null;
  return {
    begin: plan =>
      untilProcessRuns(() => {
        begun = launchNow(plan);
        waiting = begun;
        return begun;
      }),
    launch: plan => {
      const first = waiting;
      waiting = null;
      return first ?? launchNow(plan);
    },
    abandon: async () => {
      const ours = begun;
      begun = null;
      waiting = null;
      try {
        await (await ours)?.context.close();
      } catch {
        // it never ran, or has ended already
      }
    },
  };
}

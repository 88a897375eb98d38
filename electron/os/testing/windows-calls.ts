import { nodeCalls, type SystemCalls } from '../system-calls.ts';

export interface WindowsPlan {
  /** how often another program still has a file open; Infinity: for ever */
  readonly busyTimes?: number;
  readonly busyCode?: 'EPERM' | 'EBUSY' | 'EACCES';
  readonly home?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** what programs print, by name; one that is missing cannot be run */
  readonly prints?: Readonly<Record<string, string>>;
}

export interface WindowsCalls extends SystemCalls {
  /** every call that had an effect, in order */
  readonly done: string[];
}

/** A Windows on the disk of this machine: renames and removals fail while the file is open elsewhere, users have no numbers. */
export function windowsCalls(plan: WindowsPlan = {}): WindowsCalls {
  const done: string[] = [];
  let busyLeft = plan.busyTimes ?? 0;
  const whenFree = (action: () => void) => {
    if (busyLeft > 0) {
      busyLeft -= 1;
      const code = plan.busyCode ?? 'EBUSY';
      throw Object.assign(new Error(`${code}: resource busy or locked`), { code });
    }
    action();
  };
  return {
    done,
    platform: 'win32',
    environment: { USERDOMAIN: 'DESK', USERNAME: 'Ada', ...plan.environment },
    home: () => plan.home ?? 'C:\\Users\\Ada',
    userId: () => null,
    rename: (from, to) => whenFree(() => nodeCalls.rename(from, to)),
    remove: path => whenFree(() => nodeCalls.remove(path)),
    removeFolder: async path => {
      whenFree(() => {});
      await nodeCalls.removeFolder(path);
    },
    chmod: path => void done.push(`chmod ${path}`),
    pause: ms => void done.push(`pause ${ms}`),
    signal: (pid, signal) => void done.push(`signal ${pid} ${signal}`),
    run: (program, words) => {
      done.push([program, ...words].join(' '));
      return plan.prints?.[program] ?? null;
    },
  };
}

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Processor time out of /proc; Linux only. */
const tickMs = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));

/** A process: its parent, the processor time it used, its command line. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly usedMs: number;
  readonly words: readonly string[];
}

/** Every process that can be read. */
function readAll(): Process[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        // the name of the program is in brackets and may hold anything
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const usedMs = (Number(fields[11]) + Number(fields[12])) * tickMs;
        // Chromium's children write theirs with spaces
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split(/[\0 ]/);
        return [{ pid: Number(name), parent: Number(fields[1]), usedMs, words }];
      } catch {
        return []; // it has ended meanwhile
      }
    });
}

const typeOf = (words: readonly string[]): string =>
  words.find(word => word.startsWith('--type='))?.slice('--type='.length) ?? 'browser';

interface BrowserProcess extends Pick<Process, 'pid' | 'usedMs'> {
  /** as Chromium calls it; `browser` for the first of all */
  readonly type: string;
}

/** Everything below the browser that runs on this profile folder: renderers are the grandchildren of a zygote. */
function browserProcesses(profileDir: string): BrowserProcess[] {
  const all = readAll();
  const isOurs = ({ words }: Process): boolean =>
    words.includes(`--user-data-dir=${profileDir}`) && !words.some(word => word.startsWith('--type='));
  const found = new Set(all.filter(isOurs).map(({ pid }) => pid));
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid);
  }
  return all
    .filter(({ pid }) => found.has(pid))
    .map(({ pid, usedMs, words }) => ({ pid, usedMs, type: typeOf(words) }));
}

/** What all processes of the browser on this profile folder hold in memory, what they share counted in parts; bytes. */
export function residentBytes(profileDir: string): number {
  return browserProcesses(profileDir).reduce((total, { pid }) => {
    try {
      const shared = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
      return total + Number(shared ?? 0) * 1024;
    } catch {
      return total; // it has ended meanwhile
    }
  }, 0);
}

/** Of one core, by kind of process. */
export interface Shares {
  readonly main: number;
  readonly renderer: number;
  readonly gpu: number;
  readonly browser: number;
}

/**
 * Measures from now on; the answer gives the share of one core that each kind of process has used since. The pages of
 * these browsers are alone in them, so all their renderers together are the page's (and an empty one in reserve).
 */
export function watchProcesses(profileDir: string): () => Shares {
  const before = new Map(browserProcesses(profileDir).map(({ pid, usedMs }) => [pid, usedMs]));
  const [own, startedAtMs] = [process.cpuUsage(), performance.now()];
  return () => {
    const tookMs = performance.now() - startedAtMs;
    const { user, system } = process.cpuUsage(own);
    const shares = { main: (user + system) / 1000 / tookMs, renderer: 0, gpu: 0, browser: 0 };
    for (const { pid, usedMs, type } of browserProcesses(profileDir)) {
      const share = (usedMs - (before.get(pid) ?? 0)) / tookMs;
      if (type === 'renderer') shares.renderer += share;
      else if (type === 'gpu-process') shares.gpu += share;
      else shares.browser += share;
    }
    return shares;
  };
}

import { execFileSync } from 'node:child_process';

/** The practice exchange that this Fathom runs: our own child. */
export function practicePids(): readonly number[] {
  // macOS has no option for the children of a process
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return list.split('\n').flatMap(line => {
    const [pid, parent] = line.trim().split(/\s+/);
    return Number(parent) === process.pid && line.includes('practice-cli') ? [Number(pid)] : [];
  });
}

/** Stops it in place, continues it, or kills it; the practice host starts a new one. */
export function signal(name: NodeJS.Signals): void {
  for (const pid of practicePids()) process.kill(pid, name);
}

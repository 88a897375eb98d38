import { execFileSync } from 'node:child_process';

/** The practice exchange that this Fathom runs: our own child. */
export function practicePids(): readonly number[] {
  const list = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' });
  return list
    .split('\n')
    .filter(line => line.includes('practice-cli'))
    .map(line => Number.parseInt(line, 10));
}

/** Stops it where it stands, lets it go on, or kills it; whoever runs it starts a new one. */
export function signal(name: NodeJS.Signals): void {
  for (const pid of practicePids()) process.kill(pid, name);
}

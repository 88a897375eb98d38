import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';

const checkEveryMs = 50;
/** A process in an uninterruptible call of the system ends later; nobody can do more about it. */
const longestChecks = 100;

/** Whether a process of the group is there. The group of a leader has the leader's id. */
function isGroupThere(leaderPid: number): boolean {
  try {
    return process.kill(-leaderPid, 0);
  } catch {
    return false;
  }
}

/**
 * Ends a process that leads a group of its own, with all its children, and resolves when they are gone, or after 5 s.
 * Never rejects: a process that ended already is no error.
 */
export async function endProcessGroup(leaderPid: number): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(leaderPid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-leaderPid, 'SIGKILL');
  } catch {
    return; // there is no such group
  }
  for (let checks = 0; checks < longestChecks && isGroupThere(leaderPid); checks += 1) await setTimeout(checkEveryMs);
}

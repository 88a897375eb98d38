import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './expect.ts';

/** The text of a file of the data folder; empty: it is not there yet. */
function readStored(dataDir: string, file: string): string {
  try {
    return readFileSync(join(dataDir, file), 'utf8');
  } catch {
    return '';
  }
}

/**
 * Waits until a file of the data folder has this: the page sends a changed view late, and main writes it later still.
 * What a restart shows is what was written before.
 */
export async function expectStored(
  { dataDir }: { readonly dataDir: string },
  file: 'settings.json' | 'workspaces.json',
  wanted: RegExp,
): Promise<void> {
  await expect.poll(() => readStored(dataDir, file), file).toMatch(wanted);
}

/** The time of the newest fill that was reported to the user, by its venue; 0: none is stored. */
export function seenFillMs({ dataDir }: { readonly dataDir: string }, venue: 'spot' | 'futures' | 'margin'): number {
  const [, seen = ''] = /"fillsSeenMs":\{([^}]*)\}/.exec(readStored(dataDir, 'settings.json')) ?? [];
  return Math.max(0, ...[...seen.matchAll(new RegExp(`:${venue}":(\\d+)`, 'g'))].map(match => Number(match[1])));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Harness, HarnessOptions, startHarness } from '#start/harness.ts';

interface BuiltHarness {
  readonly startHarness: typeof startHarness;
}

/** Fathom as it is shipped, on a temporary data folder that is removed at the end. */
export interface RunningFathom extends Harness {
  readonly dataDir: string;
  /** when the program's modules were loaded, in ms since this process began */
  readonly loadedMs: number;
}

/** Starts Fathom, hands it to `work` and ends it again, whatever happens. */
export async function withFathom<T>(
  work: (fathom: RunningFathom) => Promise<T>,
  options: Omit<HarnessOptions, 'dataDir'> = {},
): Promise<T> {
  const fathom = await startFathom(options);
  try {
    return await work(fathom);
  } finally {
    await fathom.stop();
  }
}

/** The built harness, not its source: what is measured is what is shipped. */
export async function startFathom(options: Omit<HarnessOptions, 'dataDir'> = {}): Promise<RunningFathom> {
  const file = new URL('../dist/electron/harness.js', import.meta.url).href;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- built from the very source whose types these are
  const built = (await import(file)) as BuiltHarness;
  const loadedMs = performance.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  const harness = await built.startHarness({ ...options, dataDir });
  return {
    ...harness,
    dataDir,
    loadedMs,
    stop: async () => {
      await harness.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

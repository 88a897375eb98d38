import { statSync } from 'node:fs';
import { expect } from 'vitest';

/** Whether files have an owner and a mode. On Windows the rights of the data folder guard them: `whyOpenToOthers`. */
export const hasModes = process.platform !== 'win32';

/** Asserts the mode of a file or folder, as 0o600, where there are modes. */
export function expectMode(path: string, mode: number): void {
  if (hasModes) expect(statSync(path).mode & 0o777).toBe(mode);
}

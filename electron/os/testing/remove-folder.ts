import { rmSync } from 'node:fs';

/**
 * Removes a temporary folder of a test with all that is in it. A missing folder is no error. A write that is still
 * running can add a file meanwhile (`ENOTEMPTY`), and on Windows a scanner can hold one open: tries again for some seconds.
 */
export function removeFolder(path: string): void {
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

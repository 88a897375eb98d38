import { dialog } from 'electron';

/**
 * Shows why a packaged Fathom did not start: the stderr of a program started by its icon is not visible. Waits for the
 * user.
 */
export function showStartFailure(sentence: string): void {
  dialog.showErrorBox('Fathom', sentence);
}

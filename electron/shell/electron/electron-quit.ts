import { app, type BrowserWindow, powerMonitor } from 'electron';

/**
 * Calls `onQuit` when the user quits the program or the session of the user ends, perhaps more than once. Quitting waits for
 * Fathom, which then ends the process itself. The end of a session does not wait: to prevent `before-quit` cancels a
 * log-out of macOS, and Windows ends the process soon after `session-end`.
 */
export function watchQuit(window: BrowserWindow, onQuit: () => void): void {
  let isSessionEnding = false;
  const endSession = (): void => {
    isSessionEnding = true;
    onQuit();
  };
  powerMonitor.on('shutdown', endSession); // macOS, before `before-quit`, and Linux
  window.on('session-end', endSession); // Windows
  app.on('before-quit', event => {
    if (!isSessionEnding) event.preventDefault();
    onQuit();
  });
}

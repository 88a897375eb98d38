import { findBrowser, isProgram } from '#shell/chromium/find-browser.ts';

/** The system's Chromium, Chrome or Edge; the one that Fathom itself would take. */
export function executable() {
  const found = findBrowser({ platform: process.platform, environment: process.env, isProgram });
  if (found === null) throw new Error('no Chromium, Chrome or Edge is installed');
  return found;
}

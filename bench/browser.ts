import { findBrowser, isProgram } from '#shell/chromium/find-browser.ts';

/** The system's Chromium, Chrome or Edge; the one that Fathom itself would take. */
function executable(): string {
  const found = findBrowser({ platform: process.platform, environment: process.env, isProgram });
  if (found === null) throw new Error('no Chromium, Chrome or Edge is installed');
  return found;
}

/** How the bench starts a browser of its own: Chromium cannot sandbox root. */
export function launchOptions(): { executablePath: string; headless: true; args: string[] } {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return { executablePath: executable(), headless: true, args };
}

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { BrowserContext, BrowserType, Page } from 'playwright-core';
import { operatingSystem } from '#os/operating-system.ts';
import { defaultSize, type OpenOptions } from '../../shell.ts';
import { explainLaunchFailure, isLaunchTimeout, isProfileInUse, launchedPid } from './launch-failure.ts';

/** How Chromium is started: all arguments needed before its first process runs. */

export interface LaunchPlan extends OpenOptions {
  readonly executablePath: string;
  readonly profileDir: string;
  readonly isRoot: boolean;
  /** only under `npm run dev` */
  readonly devOrigin: string | null;
}

/**
 * Shown until our page is there; its colour is the page's, so that nothing flashes. A window of its own kind, headless
 * too: for the address bar of an ordinary one Chromium begins a page and a process at once, which would take from ours
 * what a start needs most.
 */
const emptyApp = 'data:text/html,<title>Fathom</title><body bgcolor=%230b0e14>';

/** What Playwright adds for tests and a desk does not want: the "controlled by a test" bar, popups, software WebGL. */
const unwantedArguments = [
  '--enable-automation',
  '--disable-popup-blocking',
  '--enable-unsafe-swiftshader',
  '--unsafely-disable-devtools-self-xss-warnings',
];

/** Chromium must neither remember what is typed nor offer to translate or save it. */
const preferences = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: { password_manager_enabled: false, default_content_setting_values: { notifications: 2 } },
  autofill: { enabled: false, profile_enabled: false, credit_card_enabled: false },
  translate: { enabled: false },
  search: { suggest_enabled: false },
  safebrowsing: { enabled: false },
  net: { network_prediction_options: 2 },
  printing: { enabled: false },
  browser: { enable_spellchecking: false, has_seen_welcome_page: true },
};

/** Makes the profile folder. True when it is new, so that no earlier window's bounds are in it. */
export function prepareProfile(profileDir: string): boolean {
  const folder = join(profileDir, 'Default');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'Preferences');
  if (existsSync(file)) return false; // Chromium keeps ours and adds its own, the window's bounds among them
  writeFileSync(file, JSON.stringify(preferences), { mode: 0o600 });
  return true;
}

export function chromiumArguments(plan: LaunchPlan, isNewProfile: boolean): string[] {
  const size = plan.size ?? (isNewProfile ? defaultSize : null);
  const resolverExceptions = plan.devOrigin === null ? '' : ' , EXCLUDE 127.0.0.1';
  return [
    `--app=${emptyApp}`,
    ...(size === null ? [] : [`--window-size=${size.width},${size.height}`]),
    // No name resolves: whatever Chromium itself would like to fetch stays on this machine.
    `--host-resolver-rules=MAP * ~NOTFOUND${resolverExceptions}`,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--disable-sync',
    '--disable-quic',
    '--disable-crash-reporter',
    '--disk-cache-size=1',
    '--dns-prefetch-disable',
    '--hide-crash-restore-bubble',
    '--no-first-run',
    '--no-pings',
    '--no-default-browser-check',
    '--safebrowsing-disable-auto-update',
    // no policy of a page covers WebRTC: without this it sends datagrams to whatever server it is given
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  ];
}

/** Options for `launchPersistentContext`. Playwright uses the pipe when no debugging port is requested. */
export function launchOptions(plan: LaunchPlan, isNewProfile: boolean) {
  return {
    executablePath: plan.executablePath,
    headless: plan.isHeadless,
    chromiumSandbox: !plan.isRoot,
    args: chromiumArguments(plan, isNewProfile),
    ignoreDefaultArgs: unwantedArguments,
    artifactsDir: join(plan.profileDir, 'artifacts'),
    // Fathom ends Chromium itself, after it has put its own things in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    // null: as the system is. Playwright would emulate a light theme without high contrast and with motion
    colorScheme: null,
    contrast: null,
    forcedColors: null,
    reducedMotion: null,
    viewport: plan.isHeadless ? (plan.size ?? defaultSize) : null,
    serviceWorkers: 'block' as const,
    acceptDownloads: false,
    permissions: [],
  };
}

export interface ChromiumWindow {
  readonly context: BrowserContext;
  readonly page: Page;
}

/**
 * Loaded here and not at the top: the library is big, and Electron's window does without it. An import would read all
 * of it once more, only to list its names.
 */
function loadLibrary(): { readonly chromium: BrowserType } {
  const load = createRequire(import.meta.url);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the very package whose types these are
  return load('playwright-core') as { readonly chromium: BrowserType };
}

/** A cold start takes a few seconds on a slow machine. */
const defaultLimitMs = 30_000;

async function launchOnce(plan: LaunchPlan, limitMs: number): Promise<ChromiumWindow> {
  const isNewProfile = prepareProfile(plan.profileDir);
  const { chromium } = loadLibrary();
  const options = { ...launchOptions(plan, isNewProfile), timeout: limitMs };
  const context = await chromium.launchPersistentContext(plan.profileDir, options);
  return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** Playwright asks a Chromium that exceeds the limit to close, and ends it only after another 30 s. */
async function endLaunched(cause: unknown): Promise<void> {
  const pid = launchedPid(cause);
  if (pid !== null) await operatingSystem.endProcessTree(pid);
}

interface LaunchLimits {
  /** how long one Chromium may take to come up */
  readonly limitMs?: number;
  /** how long the Chromium of a Fathom that just ended may keep the profile */
  readonly profileWaitMs?: number;
}

const defaultProfileWaitMs = 5_000;
const profileRetryMs = 500;

/** Waits for a Chromium that still has the profile, such as that of a Fathom that is closing. */
async function launchWhenFree(
  plan: LaunchPlan,
  { limitMs, profileWaitMs }: Required<LaunchLimits>,
): Promise<ChromiumWindow> {
  const endMs = performance.now() + profileWaitMs;
  for (;;) {
    try {
      return await launchOnce(plan, limitMs);
    } catch (cause) {
      if (!isProfileInUse(cause) || performance.now() + profileRetryMs > endMs) throw cause;
      await new Promise(resolve => setTimeout(resolve, profileRetryMs));
    }
  }
}

/** A Chromium that exceeds the limit is ended with its children. The second launch gets a new profile folder. */
async function launchTwice(plan: LaunchPlan, limits: Required<LaunchLimits>): Promise<ChromiumWindow> {
  try {
    return await launchWhenFree(plan, limits);
  } catch (cause) {
    if (!isLaunchTimeout(cause)) throw cause;
    await endLaunched(cause);
    await operatingSystem.removeFolder(plan.profileDir);
    return await launchOnce(plan, limits.limitMs);
  }
}

/**
 * Starts Chromium with its one window, still empty. A Chromium that does not come up within `limitMs` is started once
 * more with a new profile folder, and one whose profile is in use is started again for `profileWaitMs`. Throws with a
 * sentence for the user.
 */
export async function launchChromium(
  plan: LaunchPlan,
  { limitMs = defaultLimitMs, profileWaitMs = defaultProfileWaitMs }: LaunchLimits = {},
): Promise<ChromiumWindow> {
  try {
    return await launchTwice(plan, { limitMs, profileWaitMs });
  } catch (cause) {
    if (isLaunchTimeout(cause)) await endLaunched(cause);
    throw new Error(`Chromium did not start: ${explainLaunchFailure(cause)}.`, { cause });
  }
}

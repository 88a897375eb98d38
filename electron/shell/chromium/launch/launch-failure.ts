/** Finds out why Chromium did not start: from what it printed itself, and from how it ended. */

interface KnownFailure {
  /** matched against the lines of Chromium, and not against its command line */
  readonly printed: RegExp;
  readonly reason: (found: RegExpExecArray) => string;
}

const profileInUse = 'another Chromium still uses the profile in this data folder. Close it and start Fathom again';

/** The texts are those of Chromium and of the dynamic linker of Linux. */
const knownFailures: readonly KnownFailure[] = [
  {
    printed: /remote debugging is disallowed by the system admin/i,
    reason: () =>
      'the policy RemoteDebuggingAllowed of this computer forbids what Fathom needs. Name another browser with CHROMIUM_PATH, or start with --shell electron',
  },
  {
    printed: /Opening in existing browser session/,
    reason: () =>
      'it handed its window to a browser that runs already, as with the policy UserDataDir on a managed computer. Close that browser, name another one with CHROMIUM_PATH, or start with --shell electron',
  },
  {
    // Chromium prints that the profile is in use after it too
    printed: /Failed to create socket directory|Failed to bind\(\)/,
    reason: () =>
      'it cannot create files in the folder for temporary files (TMPDIR). Free space there, or set TMPDIR to another folder',
  },
  {
    printed: /Failed to create a ProcessSingleton|profile appears to be in use|SingletonLock: File exists/,
    reason: () => profileInUse,
  },
  {
    printed: /error while loading shared libraries: ([^:\s]+)/,
    reason: ([, library]) => `the library ${library} is missing on this system. Install it`,
  },
  {
    printed: /Missing X server or \$DISPLAY|[Cc]an(?:not|'t) open display|Failed to connect to Wayland display/,
    reason: () => 'there is no display. Start Fathom in a desktop session, or with --headless',
  },
  {
    printed:
      /No usable sandbox!|SUID sandbox helper binary was found, but is not configured correctly|Failed to move to new namespace|Running as root without --no-sandbox/,
    reason: () => 'it cannot set up its sandbox on this system, and Fathom does not run without it',
  },
  {
    printed: /No space left on device/,
    reason: () => 'the disk of the data folder is full',
  },
];

/** Chromium's exit code when the profile is in use (RESULT_CODE_PROFILE_IN_USE). */
const profileInUseCode = '21';

const printedLine = /^\s*- \[pid=\d+\]\[(?:err|out)\] (.*)$/;
const processEnd = /<process did exit: exitCode=(\w+), signal=(\w+)>/;

/** The message of Playwright without colours: its own sentence, then a log with the command line and what was printed. */
function messageOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  // oxlint-disable-next-line no-control-regex -- Playwright colours its log
  return text.replaceAll(/\u001B\[\d+m/g, '');
}

/** The process id of the Chromium that a failed launch started; null when it started none. It leads a process group. */
export function launchedPid(cause: unknown): number | null {
  const [, pid] = /<launched> pid=(\d+)/.exec(messageOf(cause)) ?? [];
  return pid === undefined ? null : Number(pid);
}

/** Whether the limit of a launch passed before Chromium came up. */
export function isLaunchTimeout(cause: unknown): boolean {
  return cause instanceof Error && cause.name === 'TimeoutError';
}

/** Lines that Chromium printed itself. */
function printedLines(message: string): readonly string[] {
  return message.split('\n').flatMap(line => printedLine.exec(line)?.[1] ?? []);
}

function explainTimeout(message: string): string {
  const [, limitMs = ''] = /Timeout (\d+)ms exceeded/.exec(message) ?? [];
  return `it did not come up within ${Number(limitMs) / 1000} seconds, and again not with a new profile folder. Close other programs, then start Fathom again`;
}

function explainEnd(message: string, printed: readonly string[]): string | null {
  const [, code = 'null', signal = 'null'] = processEnd.exec(message) ?? [];
  if (code === profileInUseCode) return profileInUse;
  if (signal === 'SIGKILL') return 'the system ended it (SIGKILL), for example because memory is short';
  if (signal !== 'null') return `it crashed (${signal})`;
  if (code === 'null') return null;
  const last = printed.findLast(line => line.trim() !== '');
  return `it ended with code ${code}${last === undefined ? '' : ` and printed: ${last.trim()}`}`;
}

/** The reason why a launch failed, for a sentence: no capital at its start and no full stop at its end. */
export function explainLaunchFailure(cause: unknown): string {
  const message = messageOf(cause);
  const printed = printedLines(message);
  for (const { printed: pattern, reason } of knownFailures) {
    const found = pattern.exec(printed.join('\n'));
    if (found !== null) return reason(found);
  }
  if (isLaunchTimeout(cause)) return explainTimeout(message);
  return explainEnd(message, printed) ?? message.split('\n')[0]?.replace(/^browserType\.\w+: /, '') ?? message;
}

/** Whether another Chromium has the profile, perhaps one that is about to end. */
export function isProfileInUse(cause: unknown): boolean {
  return explainLaunchFailure(cause) === profileInUse;
}

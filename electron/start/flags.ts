import { parseArgs } from 'node:util';
import type { ShellKind, WindowSize } from '#shell/shell.ts';

/** What the user asked for on the command line; null where it is missing. */
export interface Flags {
  readonly shell: ShellKind | null;
  readonly isHeadless: boolean;
  readonly profile: string | null;
  readonly dataDir: string | null;
  readonly size: WindowSize | null;
  readonly screenshot: { readonly file: string; readonly afterMs: number } | null;
  readonly exitAfterMs: number | null;
  /** cancels everything, by the Fathom that runs there or without it, and starts none */
  readonly isKill: boolean;
  /** checks or exports the audit journal, or accepts what is wrong with it; starts no Fathom */
  readonly audit: 'verify' | 'export' | 'accept' | null;
}

/** Whether these flags start a Fathom with a window, and no command that ends by itself. */
export function opensWindow({ isHeadless, isKill, audit }: Flags): boolean {
  return !isHeadless && !isKill && audit === null;
}

export type FlagsReading =
  | { readonly kind: 'run'; readonly flags: Flags }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'wrong'; readonly message: string };

/** `command`: what is typed to start this Fathom: `fathom`, or `npm start --` */
const helpFor = (command: string) => `Fathom: a trading terminal and oversight tool for a manual desk

${command} [flags]

  --shell electron|chromium        the window: Electron, or the system's Chromium, Chrome or Edge
  --headless                       no window on the screen
  --profile NAME                   start on this profile (default: the last one, or practice)
  --data-dir DIR                   where profiles, journals and logs lie
  --size WIDTHxHEIGHT              size of the window, for example 1600x1000
  --screenshot FILE                write a PNG of the window, then quit
  --after SECONDS                  when to take the screenshot (default 8)
  --exit-after SECONDS             quit after this time
  --kill                           cancel everything and freeze: the Fathom that runs on this data folder does it
                                   for its open profile; without one, or when it hangs, this command does it for
                                   each profile with a key in the keychain. Starts no window. Ends with 0 when
                                   nothing is active any more, 4 when keys in the memory of a Fathom that hangs
                                   could not be reached, 1 otherwise
  --audit verify|export|accept     check the audit journal, write it into a file of the data folder, or accept what
                                   the check found as a new beginning
  --help                           this text
`;

const options = {
  shell: { type: 'string' },
  headless: { type: 'boolean' },
  profile: { type: 'string' },
  'data-dir': { type: 'string' },
  size: { type: 'string' },
  screenshot: { type: 'string' },
  after: { type: 'string' },
  'exit-after': { type: 'string' },
  kill: { type: 'boolean' },
  audit: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const sizePattern = /^(\d{3,5})[xX](\d{3,5})$/;
const secondsPattern = /^\d{1,6}(\.\d{1,3})?$/;
/** A first start draws everything within this time on a slow computer. */
const defaultAfterSeconds = '8';

class WrongFlag extends Error {}

function readShell(text: string | undefined): ShellKind | null {
  if (text === undefined) return null;
  if (text === 'electron' || text === 'chromium') return text;
  throw new WrongFlag(`--shell wants electron or chromium, not "${text}"`);
}

function readAudit(text: string | undefined): Flags['audit'] {
  if (text === undefined) return null;
  if (text === 'verify' || text === 'export' || text === 'accept') return text;
  throw new WrongFlag(`--audit wants verify, export or accept, not "${text}"`);
}

function readSize(text: string | undefined): WindowSize | null {
  if (text === undefined) return null;
  const match = sizePattern.exec(text);
  if (match === null) throw new WrongFlag(`--size wants WIDTHxHEIGHT, for example 1600x1000, not "${text}"`);
  return { width: Number(match[1]), height: Number(match[2]) };
}

function readSecondsAsMs(flag: string, text: string): number {
  if (!secondsPattern.test(text)) throw new WrongFlag(`${flag} wants a number of seconds, not "${text}"`);
  return Math.round(Number(text) * 1000);
}

function readText(flag: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (text.trim() === '') throw new WrongFlag(`${flag} is empty`);
  return text;
}

function readScreenshot(file: string | undefined, after: string | undefined): Flags['screenshot'] {
  const target = readText('--screenshot', file);
  if (target === null && after !== undefined) throw new WrongFlag('--after belongs to --screenshot FILE');
  return target === null ? null : { file: target, afterMs: readSecondsAsMs('--after', after ?? defaultAfterSeconds) };
}

function read(argv: readonly string[], command: string): FlagsReading {
  const { values } = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false });
  if (values.help === true) return { kind: 'help', text: helpFor(command) };
  const exitAfter = values['exit-after'];
  return {
    kind: 'run',
    flags: {
      shell: readShell(values.shell),
      isHeadless: values.headless === true,
      profile: readText('--profile', values.profile),
      dataDir: readText('--data-dir', values['data-dir']),
      size: readSize(values.size),
      screenshot: readScreenshot(values.screenshot, values.after),
      isKill: values.kill === true,
      audit: readAudit(values.audit),
      exitAfterMs: exitAfter === undefined ? null : readSecondsAsMs('--exit-after', exitAfter),
    },
  };
}

function isParseArgsError(cause: unknown): cause is Error {
  return cause instanceof TypeError && 'code' in cause && String(cause.code).startsWith('ERR_PARSE_ARGS');
}

/**
 * Reads the command line (without node and script). A wrong one is a sentence, never a throw. The help names `command`.
 */
export function readFlags(argv: readonly string[], command: string): FlagsReading {
  try {
    return read(argv, command);
  } catch (cause) {
    if (cause instanceof WrongFlag) return { kind: 'wrong', message: cause.message };
    // the sentence of Node continues with positional arguments, which Fathom does not have
    if (isParseArgsError(cause)) return { kind: 'wrong', message: cause.message.split('. ')[0] ?? cause.message };
    throw cause;
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type KillDataDir, openDataDir, openDataDirForKill, placeOfDataDir } from './start/data-dir.ts';
import { devWord, hearDevOrigin } from './start/hardening/dev-page.ts';
import { faultOf, unhandledFault } from './start/fault.ts';
import type { Program, ProgramOptions } from './start/program.ts';
import { type Flags, opensWindow, readFlags } from './start/flags.ts';
import { hardenProcess, whyDebugged } from './start/hardening/harden.ts';
import {
  builtFiles,
  createElectronHost,
  createNodeHost,
  type Host,
  type HostOptions,
  keyringOfCommand,
} from './start/hosts.ts';
import { type InstanceLock, lockDataDir } from './start/instance-lock.ts';
import { createSay } from './start/say.ts';
import { startWatchdog } from './start/watchdog/watchdog.ts';
import { operatingSystem } from '#os/operating-system.ts';
import { wait } from '#time/wait.ts';

/** The start: command line, data folder, lock, desk; and the end, in the opposite order. */

const exitCodes = { right: 0, failed: 1, wrongCommandLine: 2, hung: 3, killedInPart: 4 } as const;
const isInsideElectron = 'electron' in process.versions;
/** Ending must end, whatever hangs. */
const stopPatienceMs = 8_000;

const say = createSay(process.stderr);

/** Electron started on a folder, as a developer does, is not packaged. */
function isPackaged(): boolean {
  return isInsideElectron && !process.defaultApp;
}

/** The words that are ours: Node has its script in front, Electron the program's folder or, packaged, nothing. */
function ownWords(): string[] {
  if (!isInsideElectron) return process.argv.slice(2);
  if (isPackaged()) return process.argv.slice(1);
  const app = process.argv.findIndex((word, index) => index > 0 && !word.startsWith('-'));
  return process.argv.slice(app + 1);
}

/** What is typed to start this Fathom. A package has no scripts. */
function ownCommand(): string {
  return existsSync(join(dirname(distDir()), 'scripts', 'start.mjs')) ? 'npm start --' : 'fathom';
}

function whyNot(flags: Flags): string | null {
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    return 'NODE_TLS_REJECT_UNAUTHORIZED=0 would let anyone pose as the exchange. Fathom does not run with it.';
  const debugged = whyDebugged();
  if (debugged !== null) return debugged;
  const kind = isInsideElectron ? 'electron' : 'chromium';
  if (flags.shell !== null && flags.shell !== kind) return `this program is the ${kind} shell and has no other.`;
  return null;
}

/** Linux shows by its environment whether there is a screen; elsewhere there is always one. */
function hasDisplay(): boolean {
  if (operatingSystem.platform !== 'linux') return true;
  return [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(name => name !== undefined && name !== '');
}

/** `dist`, whether we run from it or from the sources. */
function distDir(): string {
  const above = dirname(import.meta.dirname);
  return existsSync(join(above, 'electron', 'main.js')) ? above : join(above, 'dist');
}

function readVersion(dist: string): string {
  const parsed: unknown = JSON.parse(readFileSync(join(dirname(dist), 'package.json'), 'utf8'));
  const version = typeof parsed === 'object' && parsed !== null && 'version' in parsed ? parsed.version : null;
  return typeof version === 'string' ? version : 'unknown';
}

interface Plan {
  readonly flags: Flags;
  readonly dataDir: string;
  readonly host: Host;
  readonly lock: InstanceLock;
  readonly version: string;
}

/** Everything up to the first process or window of ours. Null: a Fathom already runs here, and that is fine. */
async function prepare(flags: Flags, isDevelopment: boolean): Promise<Plan | null> {
  const devOrigin = isDevelopment ? await hearDevOrigin(process) : null;
  const dataDir = openDataDir(flags.dataDir);
  const dist = distDir();
  const options: HostOptions = { files: builtFiles(dist), devOrigin, say };
  const host = isInsideElectron ? await createElectronHost(options, dataDir) : createNodeHost(options);
  const outcome = host === null ? null : lockDataDir(dataDir);
  if (host === null || outcome?.kind !== 'held') {
    say(`Fathom already runs on ${dataDir}.`);
    return null;
  }
  return { flags, dataDir, host, lock: outcome.lock, version: readVersion(dist) };
}

/** Resolves at a signal or when the parent process ends; rejects with an unhandled exception. */
function listenForEnd(): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  process.on('disconnect', () => resolve());
  process.on('uncaughtException', (cause, where) => reject(unhandledFault(where, cause)));
  process.on('unhandledRejection', cause => reject(unhandledFault('unhandledRejection', cause)));
  return promise;
}

/** Lives until the flags, the user or a fault of the engine end it. */
async function live(desk: Program, { exitAfterMs, screenshot }: Flags): Promise<void> {
  const broken = desk.ready.then(() => new Promise<void>(() => {})); // only its failure is news
  const ends = [desk.closed, broken];
  if (exitAfterMs !== null) ends.push(wait(exitAfterMs));
  if (screenshot !== null) ends.push(wait(screenshot.afterMs).then(() => desk.shell.screenshot(screenshot.file)));
  await Promise.race(ends);
}

function sentenceOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

/** why Fathom ends by itself; null: it does not, or in order */
let failure: string | null = null;
/**
 * of a package that is started by its icon the user sees no stderr; a command in a terminal must not wait for a window
 */
let showsFailure = false;

function sayFailure(sentence: string): void {
  failure = sentence;
  say(sentence);
}

async function exitWith(code: number): Promise<never> {
  if (failure !== null && showsFailure) {
    const { showStartFailure } = await import('#shell/electron/electron-failure.ts');
    showStartFailure(failure);
  }
  process.exit(code);
}

/** What has started by now; null when it has not, or could not. */
function settledOrNull(starting: Promise<Program>): Promise<Program | null> {
  return Promise.race([starting, wait(0).then(() => null)]).catch(() => null);
}

/** The engine is loaded while what takes longest is already starting. From then on the main thread is watched. */
async function startEarly({ host, ...rest }: ProgramOptions, started: Promise<unknown>): Promise<Program> {
  const { dataDir, size, isHeadless } = rest;
  await host.begin({ dataDir, size, isHeadless, practiceWords: [] });
  watchMainThread(dataDir, started);
  const { startProgram } = await import('./start/program.ts');
  return await startProgram({ host, ...rest });
}

/** From now on a hanging main thread is logged, and ended when it stays hanging. */
function watchMainThread(dataDir: string, started: Promise<unknown>): void {
  startWatchdog({
    started,
    workerFile: builtFiles(distDir()).watchdogWorker,
    dataDir,
    exitCode: exitCodes.hung,
    // in Electron a menu or a drag of the system holds the main thread too, and shows no stack
    endsWithoutStack: !isInsideElectron,
    onFailed: cause => say(`Nothing watches over the main process: ${sentenceOf(cause)}`),
  });
}

/** From the open window to the last process; answers the exit code. Never rejects. */
async function run({ flags, dataDir, host, lock, version }: Plan, asked: Promise<void>): Promise<number> {
  const isHeadless = flags.isHeadless || !hasDisplay();
  if (isHeadless && !flags.isHeadless) say('No display: Fathom runs headless.');
  const { size, profile } = flags;
  const started = Promise.withResolvers<void>();
  const starting = startEarly({ host, dataDir, version, isHeadless, size, profile, say }, started.promise);
  void starting.then(() => started.resolve()).catch(() => {}); // a start that failed is reported below
  let code: number = exitCodes.right;
  try {
    await Promise.race([asked, starting.then(desk => live(desk, flags))]);
  } catch (cause) {
    sayFailure(`Fathom ends: ${sentenceOf(cause)}`);
    code = exitCodes.failed;
    const fault = faultOf(cause);
    if (fault !== null) (await settledOrNull(starting))?.recordCrash(fault.where, fault.cause);
  }
  const stopped = starting.then(
    desk => desk.stop(),
    () => undefined, // a part that did not start has reported it and cleaned up
  );
  const mishap = stopped.catch((cause: unknown) => say(`Fathom did not end well: ${sentenceOf(cause)}`));
  await Promise.race([mishap, wait(stopPatienceMs)]);
  lock.release();
  return code;
}

/** Cancels everything of a data folder, whether a Fathom runs there or not; none is started. Answers the exit code. */
async function killOn(place: KillDataDir): Promise<number> {
  const { killOnDataDir } = await import('./start/kill-command/compose-kill.ts');
  const startKeyring = await keyringOfCommand(builtFiles(distDir()), place.dataDir);
  const outcome = await killOnDataDir({ place, say, startKeyring });
  return { clear: exitCodes.right, 'in-part': exitCodes.killedInPart, failed: exitCodes.failed }[outcome];
}

/** Checks, exports or accepts the audit journal. Answers the exit code. */
async function checkAudit(what: 'verify' | 'export' | 'accept', flags: Flags): Promise<number> {
  const { runAuditCommand } = await import('./start/audit/audit-command.ts');
  // a command that only reads makes no data folder
  const place = placeOfDataDir(flags.dataDir);
  const dataDir = existsSync(place) ? openDataDir(flags.dataDir) : place;
  const prepareKeyring = () => keyringOfCommand(builtFiles(distDir()), dataDir);
  return (await runAuditCommand({ what, dataDir, say, prepareKeyring })) ? exitCodes.right : exitCodes.failed;
}

/** The whole start. Resolves with the exit code of what did not even begin, or null when Fathom runs. */
async function start(): Promise<number | null> {
  process.umask(0o077); // whatever is written from now on is the user's alone
  hardenProcess();
  const words = ownWords();
  const isDevelopment = words[0] === devWord && !isPackaged();
  const reading = readFlags(isDevelopment ? words.slice(1) : words, ownCommand());
  if (reading.kind === 'help') {
    process.stdout.write(reading.text);
    return exitCodes.right;
  }
  if (reading.kind === 'wrong') {
    say(`Fathom: ${reading.message}. See --help.`);
    return exitCodes.wrongCommandLine;
  }
  showsFailure = isPackaged() && hasDisplay() && opensWindow(reading.flags);
  const reason = whyNot(reading.flags);
  if (reason !== null) {
    sayFailure(`Fathom: ${reason}`);
    return exitCodes.failed;
  }
  const { audit } = reading.flags;
  if (audit !== null) {
    endWith(checkAudit(audit, reading.flags));
    return null;
  }
  if (reading.flags.isKill) {
    endWith(killOn(openDataDirForKill(reading.flags.dataDir)));
    return null;
  }
  const asked = listenForEnd();
  const plan = await prepare(reading.flags, isDevelopment);
  if (plan === null) return exitCodes.right;
  endWith(run(plan, asked));
  return null;
}

function failStart(cause: unknown): number {
  sayFailure(`Fathom cannot start: ${sentenceOf(cause)}`);
  return exitCodes.failed;
}

/** Not awaited: it waits for Electron's "ready", which would wait for us. */
function endWith(code: Promise<number>): void {
  void code.catch(failStart).then(exitWith);
}

// Awaited at the top: Electron holds its "ready" back for this module, and some settings must be made before it.
const code = await start().catch(failStart);
if (code !== null) await exitWith(code);

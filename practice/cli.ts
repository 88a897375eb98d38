import { readCommandLine, type ExchangeOptions, usage } from './cli-options.ts';
import { PortError } from './http/server.ts';
import type { LogEntry } from './world/exchange-run.ts';
import { createWorld } from './world/world.ts';

const exitCodes = { failed: 1, wrongCommandLine: 2 } as const;

/** Resolves when the process is asked to end: by a signal, or by the end of its parent. */
function untilStopped({ isWithParent }: ExchangeOptions): Promise<void> {
  return new Promise(resolve => {
    const stop = (): void => resolve();
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    process.once('SIGHUP', stop);
    if (!isWithParent) return;
    // a forked process hears of its parent through the channel; its stdin may be nothing at all
    if (process.connected) {
      process.once('disconnect', stop);
      return;
    }
    process.stdin.once('end', stop);
    process.stdin.once('error', stop);
    process.stdin.resume();
  });
}

/** Lets go of what would keep the process alive after the last socket has closed. */
function releaseParent({ isWithParent }: ExchangeOptions): void {
  if (!isWithParent) return;
  process.stdin.destroy();
  if (process.connected) process.disconnect();
}

function writeLog(entry: LogEntry): void {
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}

async function run(options: ExchangeOptions): Promise<void> {
  const stopped = untilStopped(options);
  try {
    const { seed, dialect, spotPort, futuresPort, feed, faults, isQuiet } = options;
    const log = isQuiet ? {} : { log: writeLog };
    const world = await createWorld({ seed, dialect, spotPort, futuresPort, feed, faults, ...log });
    process.stdout.write(`${JSON.stringify(await world.start())}\n`);
    await stopped;
    await world.stop();
  } finally {
    releaseParent(options);
  }
}

function explain(cause: unknown): string {
  if (cause instanceof PortError) return cause.message;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

const commandLine = readCommandLine(process.argv.slice(2));
if (commandLine.kind === 'help') {
  process.stdout.write(usage);
} else if (commandLine.kind === 'wrong') {
  process.stderr.write(`${commandLine.message}\n\n${usage}`);
  process.exitCode = exitCodes.wrongCommandLine;
} else {
  try {
    await run(commandLine.options);
  } catch (cause) {
    process.stderr.write(`The practice exchange cannot start: ${explain(cause)}\n`);
    process.exitCode = exitCodes.failed;
  }
}

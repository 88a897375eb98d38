import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import * as z from 'zod/mini';
import { shareVariable } from '../share.ts';
import type { Bench } from './metrics.ts';

/**
 * Runs benches one after the other, each in a process of its own. One that throws, hangs or loses its browser is a line
 * with the reason, and the other benches are measured all the same.
 */
export interface RunEachOptions {
  readonly benches: readonly Pick<Bench, 'names' | 'mostMs'>[];
  /** the factor for every time limit; see {@link measurePace} in pace.ts */
  readonly pace: number;
  /** command line of a process that measures the bench whose first metric has that name, and writes a line for each */
  readonly commandFor: (name: string) => readonly [file: string, ...words: string[]];
  readonly write: (line: string) => void;
  /** progress and the summary: one line for the user each */
  readonly say: (line: string) => void;
}

/** How the metrics of a run ended. */
export interface RunOutcome {
  readonly met: readonly string[];
  readonly missed: readonly string[];
  readonly notMeasured: readonly string[];
}

const MetricLine = z.object({ metric: z.string(), met: z.boolean() });

/** How a process that measures ended: null when it measured, else why not, in words. */
type Reason = string | null;

const longestComplaint = 300;

const inSeconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

/** The last of its words are the error: what came before is the way there. */
function lastWords(text: string): string {
  const lines = text.split('\n').filter(line => /^\w*Error\b|: /.test(line) && !line.startsWith('    '));
  return (lines.at(0) ?? text).trim().slice(0, longestComplaint);
}

async function watch(child: ChildProcess, mostMs: number): Promise<Reason> {
  let complaint = '';
  let isLate = false;
  child.stderr?.setEncoding('utf8').on('data', text => (complaint += String(text)));
  const impatience = setTimeout(() => {
    isLate = true;
    // its browser and its exchange hang on its pipes, and end with it
    child.kill('SIGKILL');
  }, mostMs);
  try {
    await once(child, 'close');
  } catch (cause) {
    return `it could not be started: ${cause instanceof Error ? cause.message : String(cause)}`;
  } finally {
    clearTimeout(impatience);
  }
  if (isLate) return `it had not ended after ${inSeconds(mostMs)}`;
  if (child.exitCode === 0) return null;
  return lastWords(complaint) || `it ended with ${child.signalCode ?? `code ${child.exitCode}`}`;
}

/** Hands on whole lines, and returns those that came so far. */
function readLines(child: ChildProcess, write: (line: string) => void): () => readonly string[] {
  let rest = '';
  const all: string[] = [];
  child.stdout?.setEncoding('utf8').on('data', text => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) write(line);
    all.push(...lines);
  });
  return () => all;
}

async function runOne(command: readonly [string, ...string[]], mostMs: number, write: RunEachOptions['write']) {
  const [file, ...words] = command;
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-run-'));
  try {
    const child = spawn(file, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: folder, [shareVariable]: String(Math.round(mostMs)) },
    });
    const lines = readLines(child, write);
    const reason = await watch(child, mostMs);
    return { reason: reason ?? (lines().length === 0 ? 'it measured nothing' : null), lines: lines() };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** The name and the result in a line of a bench; null when it is no such line. */
function readMetric(line: string): z.infer<typeof MetricLine> | null {
  try {
    return MetricLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

const inBrackets = (names: readonly string[]): string => (names.length === 0 ? '' : ` (${names.join('; ')})`);

function summarize({ met, missed, notMeasured }: RunOutcome): string {
  return `${met.length} met, ${missed.length} missed${inBrackets(missed)}, ${notMeasured.length} not measured${inBrackets(notMeasured)}`;
}

/** Returns how each metric ended. Never rejects because of a bench. */
export async function runEach({ benches, pace, commandFor, write, say }: RunEachOptions): Promise<RunOutcome> {
  const outcome = { met: [] as string[], missed: [] as string[], notMeasured: [] as string[] };
  say(`Pace ${pace.toFixed(1)}: each time limit is ${pace.toFixed(1)} times that of a quiet machine.`);
  for (const [index, { names, mostMs }] of benches.entries()) {
    const [name = ''] = names;
    say(`[${index + 1}/${benches.length}] ${name} (at most ${inSeconds(mostMs * pace)})`);
    const startedAt = performance.now();
    const { reason, lines } = await runOne(commandFor(name), mostMs * pace, write);
    for (const metric of lines.map(readMetric).filter(each => each !== null))
      (metric.met ? outcome.met : outcome.missed).push(metric.metric);
    if (reason !== null)
      for (const metric of names.slice(lines.length)) {
        write(JSON.stringify({ metric, notMeasured: reason, met: null }));
        outcome.notMeasured.push(metric);
      }
    say(`[${index + 1}/${benches.length}] ended after ${inSeconds(performance.now() - startedAt)}`);
  }
  say(summarize(outcome));
  return outcome;
}

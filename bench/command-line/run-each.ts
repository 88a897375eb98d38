import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { shareVariable } from '../share.ts';
import type { Bench } from './metrics.ts';

/**
 * Runs benches one after the other, each in a process of its own, so that one that throws, hangs or falls over with its
 * browser is a line that says so, and the others are measured all the same.
 */
export interface RunEachOptions {
  readonly benches: readonly Pick<Bench, 'names' | 'mostMs'>[];
  /** command line of a process that measures the bench whose first metric has that name, and writes a line for each */
  readonly commandFor: (name: string) => readonly [file: string, ...words: string[]];
  /** the whole run has no longer than this */
  readonly budgetMs: number;
  readonly write: (line: string) => void;
}

/** How a process that measures ended: null when it measured, else why not, in words. */
type Reason = string | null;

const longestComplaint = 300;

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
  if (isLate) return `it had not ended after ${Math.round(mostMs / 1000)} s`;
  if (child.exitCode === 0) return null;
  return lastWords(complaint) || `it ended with ${child.signalCode ?? `code ${child.exitCode}`}`;
}

/** Hands on whole lines, and answers how many there were. */
function countLines(child: ChildProcess, write: (line: string) => void): () => number {
  let rest = '';
  let count = 0;
  child.stdout?.setEncoding('utf8').on('data', text => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) write(line);
    count += lines.length;
  });
  return () => count;
}

async function runOne(command: readonly [string, ...string[]], mostMs: number, write: RunEachOptions['write']) {
  const [file, ...words] = command;
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-run-'));
  try {
    const child = spawn(file, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: folder, [shareVariable]: String(Math.round(mostMs)) },
    });
    const lines = countLines(child, write);
    const reason = await watch(child, mostMs);
    return { reason: reason ?? (lines() === 0 ? 'it measured nothing' : null), lines: lines() };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Answers how many metrics were not measured. Never rejects because of a bench. */
export async function runEach({ benches, commandFor, budgetMs, write }: RunEachOptions): Promise<number> {
  const endMs = performance.now() + budgetMs;
  let failed = 0;
  for (const { names, mostMs } of benches) {
    const leftMs = endMs - performance.now();
    const outcome =
      leftMs <= 0
        ? { reason: `the ${budgetMs / 1000} s of the whole run were used up before it`, lines: 0 }
        : await runOne(commandFor(names[0] ?? ''), Math.min(mostMs, leftMs), write);
    if (outcome.reason === null) continue;
    for (const metric of names.slice(outcome.lines)) {
      write(JSON.stringify({ metric, failed: outcome.reason, met: false }));
      failed += 1;
    }
  }
  return failed;
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Library from 'decimal.js';
import { add, type Decimal, multiply, subtract, uncheckedDecimal } from '#shared/decimal.ts';
import { createSeeded } from './book/book-deltas.ts';
import { compare } from './measure.ts';
import type { Metric } from './metric.ts';

/**
 * Money as text: price × size, their sum and their difference, beside decimal.js in the same process. Before anything
 * is timed, every row of a golden file must come out to the last digit; that file is computed by whole numbers alone.
 */
const goldenRows = 1_000_000;
const timedRows = 20_000;
const least = 4;
const scale = { price: 8, size: 10 };

interface Row {
  readonly price: Decimal;
  readonly size: Decimal;
}

/** Whole units written with a point, without the zeros at the end: the plainest way, and none of ours. */
function write(units: bigint, digits: number): string {
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const [whole, fraction] = [text.slice(0, -digits), text.slice(-digits).replace(/0+$/, '')];
  const sign = units < 0n ? '-' : '';
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** `price size product sum difference` a line. */
function writeGolden(file: string): void {
  const next = createSeeded();
  const some = (digits: number): bigint => BigInt(Math.floor(next() * 10 ** digits));
  // every other row is as prices and sizes are, the rest is as long as they ever become
  const figures = (index: number): readonly [bigint, bigint] =>
    index % 2 === 0
      ? [some(15) - 3n * 10n ** 14n, some(15)]
      : [(some(7) + 1n) * 10n ** BigInt(scale.price - 1), some(6) * 10n ** BigInt(scale.size - 6)];
  const lines: string[] = [];
  for (let index = 0; index < goldenRows; index += 1) {
    const [price, size] = figures(index);
    // the sum has as many digits as the finer of both
    const finer = price * 10n ** BigInt(scale.size - scale.price);
    lines.push(
      [
        write(price, scale.price),
        write(size, scale.size),
        write(price * size, scale.price + scale.size),
        write(finer + size, scale.size),
        write(finer - size, scale.size),
      ].join(' '),
    );
  }
  writeFileSync(file, lines.join('\n'));
}

/** Checks every row of the file and answers some of them. */
function readGolden(file: string): readonly Row[] {
  const rows: Row[] = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [price, size, ...right] = line.split(' ').map(uncheckedDecimal);
    if (price === undefined || size === undefined) throw new Error(`row ${index} of the golden file is cut`);
    const ours = [multiply(price, size), add(price, size), subtract(price, size)];
    if (ours.join(' ') !== right.join(' '))
      throw new Error(`row ${index}: ${ours.join(' ')} and not ${right.join(' ')}`);
    if (index % 2 === 1 && rows.length < timedRows) rows.push({ price, size });
  }
  return rows;
}

/** Rows a second of our own processor time: other programs on the machine do not count. */
function paceOf(work: (rows: readonly Row[]) => number, rows: readonly Row[]): number {
  const before = process.cpuUsage();
  work(rows);
  const { user, system } = process.cpuUsage(before);
  return (rows.length / (user + system)) * 1_000_000;
}

/** Text in and text out for both, because money is received and sent as text. The lengths of the results are returned, so that the compiler cannot drop the work. */
function withOurs(rows: readonly Row[]): number {
  let length = 0;
  for (const { price, size } of rows)
    length += multiply(price, size).length + add(price, size).length + subtract(price, size).length;
  return length;
}

function withLibrary(rows: readonly Row[]): number {
  let length = 0;
  for (const { price, size } of rows) {
    const [left, right] = [new Library(price), new Library(size)];
    length +=
      left.times(right).toFixed().length + left.plus(right).toFixed().length + left.minus(right).toFixed().length;
  }
  return length;
}

export async function measureDecimals(): Promise<Metric> {
  // enough for every digit: with its usual 20 it would be quicker and wrong
  Library.set({ precision: 60 });
  const folder = mkdtempSync(join(tmpdir(), 'fathom-bench-'));
  try {
    const file = join(folder, 'golden.txt');
    writeGolden(file);
    const rows = readGolden(file);
    // as written by the library too: both write the one shortest way
    if (withOurs(rows) !== withLibrary(rows)) throw new Error('the two do not come to the same');
    const { ours, peer } = await compare({
      ours: () => paceOf(withOurs, rows),
      peer: () => paceOf(withLibrary, rows),
    });
    return {
      metric: 'decimals, product, sum and difference as text (rows a second)',
      ours: Math.round(ours),
      peer: Math.round(peer),
      peerName: 'decimal.js',
      goldenRows,
      ratio: ours / peer,
      goal: `>= ${least}, and each of the golden rows exact`,
      met: ours / peer >= least,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

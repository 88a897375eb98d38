import { parseArgs } from 'node:util';
import { type Bench, benches, benchesFor } from './metrics.ts';

/** The arguments of `npm run bench --`. */
export const usage = `Usage: npm run bench -- [options]

One JSON line a metric, each a ratio against something measured in the same run. A metric that could not be measured is a
line with "notMeasured" and the reason, and makes the exit code 1; a missed goal does not. Progress is on stderr. Each metric
has a time limit, which is longer on a slow or busy machine.

  --only WORD   only the benches with this word in a metric's name; may be given again
  --quick       only the ten main benches, about five minutes on a quiet machine
  --soak TIME   only the growth of memory under load, for so long: 90s, 10m, 2h
  --help        this text
`;

const unitMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const longestMs = 7 * 24 * 3_600_000;

function readTime(text: string): number {
  const [, digits, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  const timeMs = Number(digits) * (unitMs[unit] ?? Number.NaN);
  if (timeMs > 0 && timeMs <= longestMs) return timeMs;
  throw new RangeError(`--soak wants a time such as 90s, 10m or 2h, at most a week, not ${JSON.stringify(text)}`);
}

const namesOf = (list: readonly Bench[]): string => list.flatMap(({ names }) => names).join('; ');

export interface RunOptions {
  readonly kind: 'run';
  /** words of which one must be in the name of a metric; none: all of them */
  readonly only: readonly string[];
  /** only the main benches */
  readonly isQuick: boolean;
  readonly soakMs: number | null;
}

export type CommandLine = RunOptions | { readonly kind: 'help' } | { readonly kind: 'wrong'; readonly message: string };

const options = {
  only: { type: 'string', multiple: true },
  quick: { type: 'boolean' },
  soak: { type: 'string' },
  help: { type: 'boolean' },
} as const;

/** `run` with the options, `help`, or `wrong` with a sentence. */
export function readWords(words: readonly string[]): CommandLine {
  try {
    const { values } = parseArgs({ args: [...words], options, strict: true, allowPositionals: false });
    if (values.help) return { kind: 'help' };
    const soakMs = values.soak === undefined ? null : readTime(values.soak);
    const choices = [values.only, values.quick, values.soak].filter(choice => choice !== undefined);
    if (choices.length > 1) throw new RangeError('--only, --quick and --soak exclude each other');
    const unknown = (values.only ?? []).find(word => benchesFor([word]).length === 0);
    if (unknown !== undefined)
      throw new RangeError(
        `--only knows no metric with ${JSON.stringify(unknown)} in its name; there are: ${namesOf(benches)}`,
      );
    return { kind: 'run', only: values.only ?? [], isQuick: values.quick ?? false, soakMs };
  } catch (cause) {
    return { kind: 'wrong', message: cause instanceof Error ? cause.message : String(cause) };
  }
}

import { parseArgs } from 'node:util';
import { benches, benchesFor } from './metrics.ts';

/** What may be said behind `npm run bench --`. */
export const usage = `Usage: npm run bench -- [options]

One JSON line a metric, each a ratio against something measured in the same run.

  --only WORD   only the benches with this word in a metric's name; may be given again
  --soak TIME   only the growth of memory under load, for so long: 90s, 10m, 2h
  --help        this text
`;

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000 };
const longestMs = 7 * 24 * unitMs.h;

function readTime(text) {
  const [, digits, unit] = /^(\d+)([smh])$/.exec(text) ?? [];
  const timeMs = digits === undefined ? Number.NaN : Number(digits) * unitMs[unit];
  if (timeMs > 0 && timeMs <= longestMs) return timeMs;
  throw new RangeError(`--soak wants a time such as 90s, 10m or 2h, at most a week, not ${JSON.stringify(text)}`);
}

const namesOf = list => list.flatMap(({ names }) => names).join('; ');

/** `run` with the options, `help`, or `wrong` with a sentence. */
export function readWords(words) {
  try {
    const options = { only: { type: 'string', multiple: true }, soak: { type: 'string' }, help: { type: 'boolean' } };
    const { values } = parseArgs({ args: [...words], options, strict: true, allowPositionals: false });
    if (values.help) return { kind: 'help' };
    const soakMs = values.soak === undefined ? null : readTime(values.soak);
    if (soakMs !== null && values.only !== undefined)
      throw new RangeError('--soak already says what is measured: --only does not go with it');
    const unknown = (values.only ?? []).find(word => benchesFor([word]).length === 0);
    if (unknown !== undefined)
      throw new RangeError(
        `--only knows no metric with ${JSON.stringify(unknown)} in its name; there are: ${namesOf(benches)}`,
      );
    return { kind: 'run', only: values.only ?? [], soakMs };
  } catch (cause) {
    return { kind: 'wrong', message: cause.message };
  }
}

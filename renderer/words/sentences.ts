import type { WordValue } from '#shared/words/t.ts';

/** Sentences that came as English text, from the main process: told by the messages that they were made of. */

interface Pattern {
  readonly parts: readonly string[];
  readonly expression: RegExp;
}

type Write = (parts: readonly string[], values: readonly WordValue[]) => string;

/** Fewer letters than these could be anything. */
const leastLetters = 6;
/** Sentences repeat, and those with figures in them do not for ever. */
const mostRemembered = 500;
/** A refusal may carry a reason, and that a reason of its own. */
const mostDepth = 3;

const literal = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

function patternOf(id: string): readonly Pattern[] {
  const parts = id.split(/\{\d+\}/);
  if (parts.length === 1 || parts.join('').replaceAll(/\P{L}/gu, '').length < leastLetters) return [];
  return [{ parts, expression: new RegExp(`^${parts.map(literal).join('(.+?)')}$`, 's') }];
}

const lettersIn = ({ parts }: Pattern) => parts.join('').length;

/** Reads a sentence as the message it was made of, the one with the most words of its own first; else it stays as it came. */
export function createSentenceReader(ids: readonly string[], write: Write): (sentence: string) => string {
  const whole = new Set(ids);
  let patterns: readonly Pattern[] | null = null;
  const read = (sentence: string, depth: number): string => {
    if (whole.has(sentence)) return write([sentence], []);
    patterns ??= ids.flatMap(patternOf).toSorted((a, b) => lettersIn(b) - lettersIn(a));
    for (const { parts, expression } of patterns) {
      const match = expression.exec(sentence);
      if (match !== null) {
        const values = match.slice(1);
        return write(parts, depth === mostDepth ? values : values.map(value => read(value, depth + 1)));
      }
    }
    return sentence;
  };
  const remembered = new Map<string, string>();
  return sentence => {
    const before = remembered.get(sentence);
    if (before !== undefined) return before;
    if (remembered.size >= mostRemembered) remembered.clear();
    const told = read(sentence, 0);
    remembered.set(sentence, told);
    return told;
  };
}

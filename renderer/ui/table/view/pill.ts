import { compare, type Decimal, toDecimal } from '#shared/decimal.ts';
import type { Pill } from '#shared/domain/view/table-view.ts';
import { keptFigure } from '#ui/form/typed-figure.ts';
import { readMoment } from '#lib/moments/read-moment.ts';
import type { Column, ColumnValue } from '../column.ts';
import { catalogue, t } from '#shared/words/t.ts';

/** Filters of a table: which rows a pill lets through, and how it is said and typed. */

/** Any column with a text. */
const anyColumn = '*';

type Test<Row> = (row: Row) => boolean;

function textTest(read: (value: string) => boolean): (text: string | null) => boolean {
  return text => text !== null && read(text.toLowerCase());
}

function onText<Row>({ test, text }: Pill, read: (row: Row) => string | null): Test<Row> {
  const wanted = text.toLowerCase();
  const matches = textTest(test === 'is' ? value => value === wanted : value => value.includes(wanted));
  return row => matches(read(row));
}

function onDecimal<Row>({ test, text }: Pill, read: (row: Row) => Decimal | null): Test<Row> | null {
  const plain = text.replaceAll(/[\u2009\u202F ]/g, '');
  const limit = toDecimal(catalogue === null ? plain.replaceAll(',', '') : keptFigure(plain));
  if (limit === null) return null;
  return row => {
    const value = read(row);
    if (value === null) return false;
    const order = compare(value, limit);
    return test === 'above' ? order > 0 : test === 'below' ? order < 0 : order === 0;
  };
}

function onTime<Row>({ test, text }: Pill, read: (row: Row) => number | null, nowMs: number): Test<Row> | null {
  const limit = readMoment(text, nowMs);
  if (limit === null) return null;
  return row => {
    const value = read(row);
    return value !== null && (test === 'until' ? value < limit.untilMs : value >= limit.fromMs);
  };
}

/** What a value may be asked, the usual first. */
const testsOf: Readonly<Record<ColumnValue<never>['kind'], readonly Pill['test'][]>> = {
  text: ['is', 'has'],
  decimal: ['above', 'below', 'is'],
  time: ['since', 'until'],
};

function testOf<Row>(pill: Pill, value: ColumnValue<Row>, nowMs: number): Test<Row> | null {
  if (!testsOf[value.kind].includes(pill.test)) return null;
  if (value.kind === 'text') return onText(pill, value.read);
  return value.kind === 'decimal' ? onDecimal(pill, value.read) : onTime(pill, value.readMs, nowMs);
}

/** Null: the condition does not apply to its column. */
function testOfPill<Row>(pill: Pill, columns: readonly Column<Row>[], nowMs: number): Test<Row> | null {
  if (pill.column === anyColumn) {
    const texts = columns.flatMap(({ value }) => (value?.kind === 'text' ? [value] : []));
    const tests = texts.map(value => onText<Row>({ ...pill, test: 'has' }, value.read));
    return row => tests.some(test => test(row));
  }
  const value = columns.find(({ key }) => key === pill.column)?.value;
  return value === undefined ? null : testOf(pill, value, nowMs);
}

/**
 * The rows that match every pill. A pill that its column does not support, for example from an older file, matches all:
 * hiding rows for an invisible reason would be worse.
 */
export function filterRows<Row>(
  rows: readonly Row[],
  {
    columns,
    pills,
    nowMs,
  }: { readonly columns: readonly Column<Row>[]; readonly pills: readonly Pill[]; readonly nowMs: number },
): readonly Row[] {
  const tests = pills.flatMap(pill => {
    const test = testOfPill(pill, columns, nowMs);
    return test === null ? [] : [(row: Row) => test(row) !== pill.isNot];
  });
  return tests.length === 0 ? rows : rows.filter(row => tests.every(test => test(row)));
}

const testWords: Readonly<Record<Pill['test'], readonly [string, string]>> = {
  is: [t`is`, t`is not`],
  has: [t`has`, t`has not`],
  above: [t`above`, t`not above`],
  below: [t`below`, t`not below`],
  since: [t`since`, t`before`],
  until: [t`until`, t`after`],
};

/** `is`, `is not` and so on. */
const wordsOfTest = ({ test, isNot }: Pick<Pill, 'test' | 'isNot'>): string => testWords[test][isNot ? 1 : 0];

/** The pill as one says it: `Side is not sell`. */
export function pillText(pill: Pill, columns: readonly Pick<Column<never>, 'key' | 'title'>[]): string {
  const title =
    pill.column === anyColumn ? t`Any` : (columns.find(({ key }) => key === pill.column)?.title ?? pill.column);
  return `${title} ${wordsOfTest(pill)} ${pill.text}`;
}

/** What is typed between a column and a value, the longer one first. */
const operators: readonly (readonly [RegExp, Pill['test'], boolean])[] = [
  [/^is not\b|^!=/, 'is', true],
  [/^has not\b|^!~/, 'has', true],
  [/^not above\b|^<=/, 'above', true],
  [/^not below\b|^>=/, 'below', true],
  [/^is\b|^=/, 'is', false],
  [/^has\b|^~/, 'has', false],
  [/^above\b|^>/, 'above', false],
  [/^below\b|^</, 'below', false],
  [/^since\b/, 'since', false],
  [/^before\b/, 'since', true],
  [/^until\b/, 'until', false],
  [/^after\b/, 'until', true],
];

/** The same in the words of the page, where those are not the English ones. */
const spokenOperators = operators.flatMap(([, test, isNot]): readonly (typeof operators)[number][] =>
  catalogue === null ? [] : [[new RegExp(`^${wordsOfTest({ test, isNot })}(?=\\s|$)`), test, isNot]],
);
const allOperators = [...spokenOperators, ...operators];

export type PillReading =
  | { readonly pill: Pill; readonly error: null }
  | { readonly pill: null; readonly error: string };

const invalid = (error: string): PillReading => ({ pill: null, error });

/** The column that the text begins with, by its whole title or a part that only one title begins with; and the rest. */
function readColumn<Row>(text: string, columns: readonly Column<Row>[]): readonly [Column<Row>, string] | null {
  const lower = text.toLowerCase();
  const whole = columns
    .filter(({ title }) => title !== '' && lower.startsWith(`${title.toLowerCase()} `))
    .toSorted((a, b) => b.title.length - a.title.length)[0];
  if (whole !== undefined) return [whole, text.slice(whole.title.length).trim()];
  const [, word = '', rest = ''] = /^(\p{L}+)\s*(.*)$/u.exec(text) ?? [];
  const begun = columns.filter(({ title }) => word !== '' && title.toLowerCase().startsWith(word.toLowerCase()));
  return begun[0] !== undefined && begun.length === 1 ? [begun[0], rest] : null;
}

/**
 * Reads a filter as it is typed: `side is not sell`, `price > 90000`, `time since 09:00`; words without a column are
 * looked for in every text, `not` before them turns it round.
 */
export function readPill<Row>(typed: string, columns: readonly Column<Row>[], nowMs: number): PillReading {
  const text = typed.trim().slice(0, 100);
  if (text === '') return invalid(t`Type what to look for.`);
  const found = readColumn(text, columns);
  const operator = found === null ? undefined : allOperators.find(([pattern]) => pattern.test(found[1].toLowerCase()));
  if (found === null || operator === undefined) {
    const isNot = /^not\s+\S/i.test(text);
    return {
      pill: { column: anyColumn, test: 'has', isNot, text: isNot ? text.slice(3).trim() : text },
      error: null,
    };
  }
  const [column, rest] = found;
  const [pattern, test, isNot] = operator;
  const pill = { column: column.key, test, isNot, text: rest.replace(new RegExp(pattern, 'i'), '').trim() };
  if (pill.text === '') return invalid(t`Type a value after “${wordsOfTest(pill)}”.`);
  return judged(pill, column, nowMs);
}

function judged<Row>(pill: Pill, { value, title }: Column<Row>, nowMs: number): PillReading {
  if (value === undefined) return invalid(t`${title} cannot be filtered.`);
  const tests = testsOf[value.kind];
  if (!tests.includes(pill.test))
    return invalid(t`${title} can be asked: ${tests.map(test => wordsOfTest({ test, isNot: false })).join(', ')}.`);
  if (testOf(pill, value, nowMs) !== null) return { pill, error: null };
  return invalid(value.kind === 'time' ? t`Type a time: 09:30, 2026-03-05, 2h.` : t`“${pill.text}” is no number.`);
}

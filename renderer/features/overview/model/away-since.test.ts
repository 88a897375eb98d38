import { expect, it } from 'vitest';
import { awayChoices, type AwayFacts, usualSince } from './away-since.ts';

const hourMs = 3_600_000;
const nowMs = 1000 * hourMs;
const ago = (hours: number) => nowMs - hours * hourMs;
const absence = (from: number, to: number) => ({ fromMs: ago(from), toMs: ago(to) });
const facts = (part: Partial<AwayFacts>): AwayFacts => ({
  openedAtMs: ago(2),
  absences: [],
  seenAtMs: null,
  nowMs,
  ...part,
});
const sinceOf = (part: Partial<AwayFacts>) => {
  const { kind, sinceMs } = usualSince(facts(part));
  return [kind, (nowMs - sinceMs) / hourMs];
};

it('who never pressed anything sees the night in which Fathom was shut', () => {
  expect(sinceOf({ absences: [absence(16, 2)] })).toEqual(['absence', 16]);
});

it('a coffee and a lunch do not put the night out of sight, but a day does', () => {
  expect(sinceOf({ absences: [absence(1, 0.5), absence(5, 4), absence(20, 8), absence(44, 32)] })).toEqual([
    'absence',
    20,
  ]);
  expect(sinceOf({ absences: [absence(30, 20), absence(60, 50)] })).toEqual(['absence', 30]);
});

it('a mark of the day before counts, an older one no more', () => {
  expect(sinceOf({ absences: [absence(16, 2)], seenAtMs: ago(17) })).toEqual(['seen', 17]);
  expect(sinceOf({ absences: [absence(16, 2)], seenAtMs: ago(1) })).toEqual(['seen', 1]);
  expect(sinceOf({ absences: [absence(16, 2)], seenAtMs: ago(41) })).toEqual(['absence', 16]);
});

it('at the very first there is only the start, or a mark of before', () => {
  expect(sinceOf({})).toEqual(['opened', 2]);
  expect(sinceOf({ seenAtMs: ago(90) })).toEqual(['seen', 90]);
});

it('each absence, the mark and the start can be chosen, newest first', () => {
  const choices = awayChoices(facts({ absences: [absence(1, 0.5), absence(16, 2.1)], seenAtMs: ago(17) }));
  expect(choices.map(({ kind, sinceMs, untilMs }) => [kind, (nowMs - sinceMs) / hourMs, untilMs])).toEqual([
    ['absence', 1, ago(0.5)],
    ['opened', 2, null],
    ['absence', 16, ago(2.1)],
    ['seen', 17, null],
  ]);
});

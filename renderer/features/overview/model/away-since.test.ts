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

it('activity since shows the closed night without a click', () => {
  expect(sinceOf({ absences: [absence(16, 2)] })).toEqual(['absence', 16]);
});

it('activity since keeps the night after short breaks, but not after a day', () => {
  expect(sinceOf({ absences: [absence(1, 0.5), absence(5, 4), absence(20, 8), absence(44, 32)] })).toEqual([
    'absence',
    20,
  ]);
  expect(sinceOf({ absences: [absence(30, 20), absence(60, 50)] })).toEqual(['absence', 30]);
});

it('activity since counts a mark of the day before, and no older one', () => {
  expect(sinceOf({ absences: [absence(16, 2)], seenAtMs: ago(17) })).toEqual(['seen', 17]);
  expect(sinceOf({ absences: [absence(16, 2)], seenAtMs: ago(1) })).toEqual(['seen', 1]);
  expect(sinceOf({ absences: [absence(16, 2)], seenAtMs: ago(41) })).toEqual(['absence', 16]);
});

it('activity since has at first only the start, or an earlier mark', () => {
  expect(sinceOf({})).toEqual(['opened', 2]);
  expect(sinceOf({ seenAtMs: ago(90) })).toEqual(['seen', 90]);
});

it('activity since offers each absence, the mark and the start, newest first', () => {
  const choices = awayChoices(facts({ absences: [absence(1, 0.5), absence(16, 2.1)], seenAtMs: ago(17) }));
  expect(choices.map(({ kind, sinceMs, untilMs }) => [kind, (nowMs - sinceMs) / hourMs, untilMs])).toEqual([
    ['absence', 1, ago(0.5)],
    ['opened', 2, null],
    ['absence', 16, ago(2.1)],
    ['seen', 17, null],
  ]);
});

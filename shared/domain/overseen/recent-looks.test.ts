import { expect, it } from 'vitest';
import { hourBefore, hourMs, withRecent } from './recent-looks.ts';

const minuteMs = hourMs / 60;
const at = (minute: number) => ({ atMs: minute * minuteMs });
const looked = (...minutes: number[]) =>
  minutes.reduce<readonly { atMs: number }[]>((recent, minute) => withRecent(recent, at(minute)), []);
const minutesOf = (recent: readonly { atMs: number }[]) => recent.map(({ atMs }) => atMs / minuteMs);

it('recent snapshots keep one of every ten minutes, and none much older than an hour', () => {
  expect(minutesOf(looked(0, 1, 9, 10, 19, 25))).toEqual([0, 10, 25]);
  expect(minutesOf(looked(0, 10, 90))).toEqual([0, 10, 90]);
  expect(minutesOf(looked(0, 10, 91))).toEqual([10, 91]);
});

it('recent snapshots give the newest one of an hour ago, and none when there was none about then', () => {
  const recent = looked(0, 10, 20, 70);
  const agoAt = (minute: number) => {
    const look = hourBefore(recent, minute * minuteMs);
    return look === null ? null : look.atMs / minuteMs;
  };
  expect([59, 60, 69, 70, 80, 110, 111, 130].map(agoAt)).toEqual([null, 0, 0, 10, 20, 20, null, 70]);
});

it('recent snapshots give none before an hour has passed', () => {
  expect(hourBefore([], 0)).toBeNull();
});

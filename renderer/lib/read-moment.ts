const unitMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

interface Span {
  readonly fromMs: number;
  /** after its last moment */
  readonly untilMs: number;
}

/**
 * A moment as it is typed, in local time: `09:30` (today), `2026-03-05`, `2026-03-05 09:30`, `2h` (ago; m, h, d). Answers
 * how long it lasts, a day or a minute; an age is one moment. Null: it is none.
 */
export function readMoment(typed: string, nowMs: number): Span | null {
  const text = typed.trim();
  const [, count, unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (count !== undefined) {
    const atMs = nowMs - Number(count) * (unitMs[unit] ?? 0);
    return { fromMs: atMs, untilMs: atMs };
  }
  const parts = /^(?:(\d{4})-(\d\d)-(\d\d))?[ T]?(?:(\d\d):(\d\d))?$/.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour, minute] = parts;
  if (year === undefined && hour === undefined) return null;
  const today = new Date(nowMs);
  const date = [year ?? today.getFullYear(), month ?? today.getMonth() + 1, day ?? today.getDate()].map(Number);
  const [y = 0, m = 0, d = 0] = date;
  const from = new Date(y, m - 1, d, Number(hour ?? 0), Number(minute ?? 0));
  const isReal =
    from.getMonth() === m - 1 && from.getDate() === d && Number(hour ?? 0) < 24 && Number(minute ?? 0) < 60;
  if (!isReal) return null;
  const untilMs = hour === undefined ? new Date(y, m - 1, d + 1).getTime() : from.getTime() + 60_000;
  return { fromMs: from.getTime(), untilMs };
}

import { toNumber } from '#shared/decimal.ts';
import type { TrendPoint } from '#shared/domain/portfolio/account-trends.ts';

/** The size of the drawing in its own unit; the screen stretches it. */
export const sparklineSize = { width: 100, height: 20 } as const;

/** Lines as SVG points, one from gap to gap. A single value between gaps is a line of no length, which is drawn as a dot. */
export function sparklinePaths(points: readonly TrendPoint[]): readonly string[] {
  const values = points.flatMap(({ value }) => (value === null ? [] : [toNumber(value)]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [fromMs, toMs] = [points[0]?.atMs ?? 0, points.at(-1)?.atMs ?? 0];
  const placeX = (atMs: number) => (toMs === fromMs ? 0.5 : (atMs - fromMs) / (toMs - fromMs)) * sparklineSize.width;
  const placeY = (value: number) => (high === low ? 0.5 : (high - value) / (high - low)) * sparklineSize.height;
  const lines: string[][] = [[]];
  for (const { atMs, value } of points) {
    if (value === null) lines.push([]);
    else lines.at(-1)?.push(`${placeX(atMs).toFixed(1)},${placeY(toNumber(value)).toFixed(1)}`);
  }
  return lines.filter(line => line.length > 0).map(line => (line.length === 1 ? [...line, ...line] : line).join(' '));
}

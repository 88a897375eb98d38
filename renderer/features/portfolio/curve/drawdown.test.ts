import { expect, it } from 'vitest';
import type { EquityPoint, PortfolioFlow } from '#shared/domain/portfolio/portfolio.ts';
import type { Decimal } from '#shared/decimal.ts';
import { drawdownPoints, flowBetween } from './drawdown.ts';
import { flowMarks } from './flow-marks.ts';

const curveOf = (...values: (Decimal | null)[]) =>
  values.map((value, atMs): EquityPoint => ({ atMs, value, source: 'snapshot', missing: [] }));
const flow = (atMs: number, direction: 'in' | 'out', value: Decimal | null): PortfolioFlow => ({
  atMs,
  direction,
  owner: '',
  coin: 'USDT',
  amount: '1',
  value,
});
const fallsOf = (curve: readonly EquityPoint[], part: Partial<Parameters<typeof drawdownPoints>[0]> = {}) =>
  drawdownPoints({ curve, gaps: [], flows: [], ...part }).map(({ y }) => (y === null ? null : Number(y)));

it('drawdown measures the fall from the highest value so far', () => {
  expect(fallsOf(curveOf('100', '80', '90', '120', '60'))).toEqual([0, -0.2, -0.1, 0, -0.5]);
});

it('drawdown excludes flows', () => {
  // 100 grows to 110, 55 go out, 55 grow to 66
  expect(fallsOf(curveOf('100', '55', '66'), { flows: [flow(1, 'out', '55')] })).toEqual([0, 0, 0]);
  expect(fallsOf(curveOf('100', '190'), { flows: [flow(1, 'in', '100')] })).toEqual([0, -0.1]);
});

it('drawdown restarts at 0 after a gap, an unknown value, a flow without a price and a value of 0', () => {
  expect(fallsOf(curveOf('100', '50'), { gaps: [{ fromMs: 0.2, toMs: 0.4 }] })).toEqual([0, 0]);
  expect(fallsOf(curveOf('100', null, '50', '25'))).toEqual([0, null, 0, -0.5]);
  expect(fallsOf(curveOf('100', '50'), { flows: [flow(1, 'in', null)] })).toEqual([0, 0]);
  expect(fallsOf(curveOf('0', '50', '25'))).toEqual([0, 0, -0.5]);
  expect(fallsOf(curveOf('100', '50', '25'), { flows: [flow(1, 'in', '70')] })).toEqual([0, 0, -0.5]);
});

it('drawdown marks values derived from ledgers', () => {
  const curve: readonly EquityPoint[] = [{ atMs: 0, value: '1', source: 'ledger', missing: [] }];
  expect(drawdownPoints({ curve, gaps: [], flows: [] })).toEqual([{ atMs: 0, y: '0', isDerived: true }]);
});

it('drawdown sums flows after one time up to another', () => {
  const flows = [flow(1, 'in', '5'), flow(2, 'out', '3'), flow(3, 'in', '100')];
  expect(flowBetween(flows, 0, 2)).toBe('2');
  expect(flowBetween(flows, 1, 2)).toBe('-3');
  expect(flowBetween([...flows, flow(2, 'in', null), flow(2, 'in', '1')], 0, 2)).toBeNull();
});

it('drawdown draws adjacent flows as one mark for each direction', () => {
  const flows = [flow(-1, 'in', '1'), flow(500, 'in', '5'), flow(501, 'in', '6'), flow(501, 'out', null)];
  expect(flowMarks([...flows, flow(502, 'out', '2'), flow(2000, 'in', '1')], { from: 0, to: 1000 })).toEqual([
    { left: 50, direction: 'in', atMs: 500, count: 2, value: '11' },
    { left: 50.1, direction: 'out', atMs: 501, count: 2, value: null },
  ]);
});

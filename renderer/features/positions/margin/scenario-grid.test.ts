import { expect, it } from 'vitest';
import { buildPosition } from '#shared/testing/build-position.ts';
import { isMargined, type MarginedPosition } from './margin-preview.ts';
import { scenarioAmounts, scenarioGrid } from './scenario-grid.ts';

function margined(change: Parameters<typeof buildPosition>[0]): MarginedPosition {
  const position = buildPosition(change);
  if (!isMargined(position)) throw new Error('it has margin of its own');
  return position;
}

/** Liquidated at 45 250, 9.5 % below mark: ten lots at 50 000 with 47.5 to lose. */
const ten = {
  quantity: '10',
  averageEntryPrice: '50000',
  markPrice: '50000',
  positionMargin: '50.33',
  maintenanceMargin: '2.83',
} as const;
const terms = { multiplier: '0.001', tickSize: '0.1', isInverse: false } as const;

it('scenario grid lists the typed amount with its half and its double, never beyond the balance', () => {
  expect(scenarioAmounts('10', '15', 'USDT')).toEqual(['0', '5', '10']);
  expect(scenarioAmounts('10', '25', 'USDT')).toEqual(['0', '5', '10', '20']);
  expect(scenarioAmounts('10', null, 'USDT')).toEqual(['0', '5', '10', '20']);
  expect(scenarioAmounts('0.00000001', '1', 'XBT')).toEqual(['0', '0.00000001', '0.00000002']);
});

it('scenario grid lists shares of the balance in whole cents before an amount is typed', () => {
  expect(scenarioAmounts(null, '10.01', 'USDT')).toEqual(['0', '2.5', '5', '10.01']);
  expect(scenarioAmounts(null, '0', 'USDT')).toEqual(['0']);
  expect(scenarioAmounts(null, null, 'USDT')).toEqual(['0']);
});

it('scenario grid keeps the liquidation price of each amount while mark comes nearer, and marks zero as liquidated', () => {
  const long = margined({ ...ten, liquidationPrice: '45250' });
  const [none, added] = scenarioGrid(long, terms, ['0', '12.5']);
  expect(none?.liquidationPrice).toBe('45250');
  // (49 500 − 45 250) ÷ 49 500 …, and at −10 % it is past it
  expect(none?.rooms).toEqual(['0.085858', '0.076530', '0.047368', '-0.005556', '-0.131250'].map(trimmed));
  expect(added?.liquidationPrice).toBe('44000');
  expect(added?.rooms[3]).toBe('0.022222');
});

it('scenario grid raises the mark for a short', () => {
  const short = margined({ ...ten, quantity: '-10', liquidationPrice: '54750' });
  const [row] = scenarioGrid(short, terms, ['0']);
  // (54 750 − 52 500) ÷ 52 500
  expect(row?.rooms[2]).toBe('0.042857');
  expect(row?.rooms[3]).toBe('-0.004546');
});

it('scenario grid is safe for a position that no price can liquidate', () => {
  const inverse = { multiplier: '1', tickSize: '0.5', isInverse: true } as const;
  const short = margined({ ...ten, quantity: '-1000', positionMargin: '0.03', maintenanceMargin: '0.001' });
  const [, row] = scenarioGrid(short, inverse, ['0', '1']);
  expect(row?.rooms).toEqual([null, null, null, null, null]);
});

it('scenario grid is safe for a long whose margin covers its whole price', () => {
  const [none, added] = scenarioGrid(margined({ ...ten, liquidationPrice: '0' }), terms, ['0', '5000']);
  expect(none).toMatchObject({ liquidationPrice: null, rooms: [null, null, null, null, null] });
  expect(added).toMatchObject({ liquidationPrice: null, rooms: [null, null, null, null, null] });
});

/** Decimals have no zeros at their end. */
function trimmed(text: string): string {
  return text.replace(/0+$/, '');
}

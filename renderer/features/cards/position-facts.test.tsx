import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { Facts } from '#ui/value/facts.tsx';
import { positionFacts } from './position-facts.tsx';

afterEach(cleanup);

it('position facts show PnL, liquidation price and margin of a position', () => {
  const position = buildPosition({ unrealisedPnl: '-12.5', liquidationPrice: '54000', positionMargin: '321' });
  render(<Facts facts={positionFacts(position, buildFuturesContract())} />);
  const text = document.body.textContent;
  expect(text).toContain('Unrealised PnL−12.5');
  expect(text).toMatch(/Liq\. price54,000/);
  expect(text).toMatch(/Margin321/);
  expect(screen.queryByText(/states no price/)).toBeNull();
});

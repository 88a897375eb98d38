import { expect, it } from 'vitest';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { SpotSymbol } from '#shared/domain/market/instrument.ts';
import { createFakeClient } from '#client/testing/fake-client.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { createInstruments } from './instruments.ts';

const minuteMs = 60_000;

function open() {
  let nowMs = 0;
  let answer: Result<readonly SpotSymbol[]> = succeed([buildSpotSymbol({ symbol: 'BTC-USDT', priceIncrement: '0.1' })]);
  const asked: string[] = [];
  const client = createFakeClient({
    reference: {
      symbols: (_, { priority }) => {
        asked.push(priority);
        return Promise.resolve(answer);
      },
    },
  });
  const instruments = createInstruments(() => nowMs);
  return {
    asked,
    pass: (ms: number) => (nowMs += ms),
    answers: (next: typeof answer) => (answer = next),
    tick: async () => {
      const found = await instruments.symbol(client, 'BTC-USDT');
      return found.ok ? found.value.priceIncrement : found.error.kind;
    },
  };
}

it('instruments delay no action for slightly old rules, and refresh them for the next one', async () => {
  const { asked, pass, answers, tick } = open();
  expect(await tick()).toBe('0.1');
  pass(minuteMs - 1);
  expect(await tick()).toBe('0.1');
  expect(asked).toEqual(['action']);
  answers(succeed([buildSpotSymbol({ symbol: 'BTC-USDT', priceIncrement: '0.5' })]));
  pass(1);
  expect(await Promise.all([tick(), tick()])).toEqual(['0.1', '0.1']);
  expect(asked).toEqual(['action', 'background']);
  expect(await tick()).toBe('0.5');
  expect(asked).toHaveLength(2);
});

it('instruments use the known rules while the exchange does not answer, for an hour at most', async () => {
  const { asked, pass, answers, tick } = open();
  await tick();
  answers(fail('timeout', 'slow'));
  pass(minuteMs);
  expect(await tick()).toBe('0.1');
  await Promise.resolve();
  pass(58 * minuteMs);
  expect(await tick()).toBe('0.1');
  expect(asked).toEqual(['action', 'background', 'background']);
  pass(minuteMs);
  expect(await tick()).toBe('timeout');
  answers(succeed([]));
  expect(await tick()).toBe('invalid-request');
});

import { afterEach, expect, it, vi } from 'vitest';
import type { AuditRow } from '#shared/domain/safety/audit.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { buildOrder } from '#shared/testing/build-order.ts';

/** The timeline as it is loaded in a window of another language: translated texts are in brackets. */
async function timelineInBrackets() {
  globalThis.fathomCatalogue = {
    language: 'de',
    separators: { group: '.', decimal: ',' },
    write: (parts, values) => `[${String.raw({ raw: parts }, ...values)}]`,
    arrange: parts => parts,
    translate: sentence => `{${sentence}}`,
    translateMessages: (_, value) => value,
  };
  vi.resetModules();
  return (await import('./timeline-events.ts')).timelineOf;
}

afterEach(() => {
  globalThis.fathomCatalogue = undefined;
});

const step = (change: Partial<AuditRow>): AuditRow => ({
  n: 1,
  prev: '',
  atMs: 1,
  user: 'me',
  profileId: 'p',
  kind: 'place-order',
  key: 'o',
  symbol: 'BTC-USDT',
  summary: 'Buy 1 BTC-USDT',
  state: 'new',
  detail: null,
  verdict: 'allowed',
  weight: null,
  ...change,
});

const record = buildOrder({ id: 'o', type: 'limit', side: 'buy', size: '1', price: '2', createdAtMs: 3 });

it('timeline text is in the language of the page, also what the journal wrote in English', async () => {
  const timelineOf = await timelineInBrackets();
  const audit = [
    step({}),
    step({ n: 2, kind: 'cancel-order', state: 'found-done', summary: 'Cancel order o', verdict: null, detail: 'Gone' }),
    step({ n: 3, kind: 'amend-order', state: 'refused', summary: '', verdict: 'allowed, counts 1 USDT' }),
    step({ n: 4, kind: 'of-later', state: 'of-later', summary: '', verdict: null }),
  ];
  const fills = [
    buildFill({ orderId: 'o', tradeId: 't', liquidity: 'taker', cause: 'liquidation', fee: null, createdAtMs: 5 }),
  ];
  const timeline = timelineOf({ profileId: 'p', orderId: 'o', record, fills, audit });
  expect(timeline.map(({ title, detail }) => [title, detail])).toEqual([
    ['[Placing: [new]]', '{Buy 1 BTC-USDT} · [allowed]'],
    ['[Cancellation: [found to be done]]', '{Cancel order o} · {Gone}'],
    ['[Changing: [blocked]]', '{allowed, counts 1 USDT}'],
    ['of-later: of-later', null],
    ['[Order accepted]', '[limit buy] 1[ at 2]'],
    [expect.stringContaining('[Filled '), '[[taker] · fee [pending] · trade t · [liquidation]]'],
  ]);
});

import { describe, expect, it } from 'vitest';
import type { OddRow } from '#shared/domain/answers/unreadable-row.ts';
import { fieldsOf } from './feed/parsers/parser.ts';
import { createFeedFixture } from './feed/testing/fake-venue.ts';
import { kinds, suffixOf } from './feed/topic-table.ts';
import type { Topic } from './feed/topics.ts';
import { neededFrameFields } from './testing/needed-fields.ts';
import { publishedExamples, textOf } from './testing/published.ts';

/** Frames that no page publishes, by subject: what the interface document says of them. docs/exchange/feeds.md §6 to §8. */
const unpublished: Readonly<Record<string, object>> = {
  'position.status': { type: 'FROZEN_FL', timestamp: 1732095432139 },
  'funding.rate': { granularity: 60000, fundingRate: -0.002966, timestamp: 1732095432139 },
  'availableBalance.change': { availableBalance: 5923, holdBalance: 2312, currency: 'USDT', timestamp: 1553842862614 },
  'orderMargin.change': { orderMargin: 5923, currency: 'USDT', timestamp: 1553842862614 },
  'withdrawHold.change': { withdrawHold: 5923, currency: 'USDT', timestamp: 1553842862614 },
  'position.settlement': { symbol: 'XBTUSDTM', fundingRate: -0.002966, fundingFee: -296, ts: '1547697294838004923' },
  'position.adjustRiskLimit': { symbol: 'XBTUSDTM', success: true, riskLimitLevel: 1, msg: '' },
};

interface FrameExample {
  readonly name: string;
  readonly topic: Topic;
  readonly wireTopic: string;
  readonly subject: string;
  readonly data: object;
}

const published = publishedExamples().flatMap(({ body }) => {
  const { topic, subject, data } = fieldsOf(body) ?? {};
  return typeof topic === 'string' && typeof data === 'object' && data !== null ? [{ topic, subject, data }] : [];
});

function topicOf(name: string, wireTopic: string): Topic {
  const [venue, kind] = name.split('.');
  const [symbol, interval] = kind === 'candles' ? suffixOf(wireTopic).split('_') : [suffixOf(wireTopic)];
  const bySymbol = symbol === '' || name.endsWith('.tickers') ? {} : { symbol };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made of the name of a kind and of a topic of it
  return { venue, kind, ...bySymbol, ...(interval === undefined ? {} : { interval }) } as Topic;
}

/** A frame of each subject of each kind of topic; null where none is known. */
const examples = Object.entries(kinds).flatMap(([name, { prefix, parsers }]) =>
  [...parsers.keys()].map((wanted): FrameExample | null => {
    const isOfTopic = ({ topic }: { topic: string }) => topic === prefix || topic.startsWith(`${prefix}:`);
    const ofTopic = published.filter(isOfTopic);
    const isOfSubject = ({ subject }: { subject: unknown }) => wanted === '*' || subject === wanted;
    // both versions of the spot orders, and both topics of positions, have the same frames
    const found = ofTopic.find(isOfSubject) ?? published.find(isOfSubject);
    const data = unpublished[wanted] ?? found?.data;
    if (data === undefined) return null;
    const wireTopic = ofTopic[0]?.topic ?? (name === 'futures.position' ? `${prefix}:XBTUSDTM` : prefix);
    const subject = wanted === '*' ? String(found?.subject) : wanted;
    return { name: `${name} ${wanted}`, topic: topicOf(name, wireTopic), wireTopic, subject, data };
  }),
);

const removed = Symbol('removed');
const values: readonly unknown[] = [null, '', -7, { odd: true }, removed];

function withField(row: object, name: string, value: unknown): object {
  const fields = Object.entries(row).filter(([key]) => key !== name || value !== removed);
  return Object.fromEntries(fields.map(([key, each]) => [key, key === name ? value : each]));
}

/** The data with each single field replaced, of what lies in it too. */
function oddities(data: object): readonly object[] {
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
    const inner = fieldsOf(value);
    const replacements = inner === null ? values : values.concat(oddities(inner));
    return replacements.map(each => withField(data, name, each));
  });
}

async function listen({ topic, wireTopic, subject }: FrameExample) {
  const fixture = createFeedFixture();
  const messages: unknown[] = [];
  const rows: OddRow[] = [];
  const states: string[] = [];
  const resets: string[] = [];
  fixture.feed.subscribe(topic, {
    message: message => void messages.push(message),
    unreadable: row => void rows.push(row),
    reset: reason => void resets.push(reason),
    state: ({ state }) => void states.push(state),
  });
  await fixture.settle();
  const push = (data: unknown): void =>
    fixture.venue.last().say(textOf({ type: 'message', topic: wireTopic, subject, data }));
  return { ...fixture, messages, rows, states, resets, push };
}

describe('one malformed frame', () => {
  it('one malformed frame is tried for every subject of every topic', () => {
    expect(examples.filter(each => each === null)).toEqual([]);
  });

  it.each(examples.filter(each => each !== null).map(each => [each.name, each] as const))(
    'does not affect the other topics of %s',
    async (_name, each) => {
      const { push, messages, rows, states, resets } = await listen(each);
      push(each.data);
      const [before] = messages;
      expect(messages).toHaveLength(1);
      const odd = oddities(each.data);
      for (const data of odd) push(data);
      expect(messages.length + rows.length).toBeGreaterThan(odd.length);
      push(each.data);
      expect(messages.at(-1)).toEqual(before);
      expect({ last: states.at(-1), resets }).toEqual({ last: 'live', resets: [] });
      for (const { endpoint, raw, field } of rows) {
        expect(endpoint).toBe(each.wireTopic);
        expect(raw).not.toBe('');
        expect(field).not.toBe('');
      }
    },
  );

  it('one malformed frame is read without an informational field', async () => {
    const needed: Record<string, string> = {};
    for (const each of examples) {
      if (each === null) continue;
      const { push, rows } = await listen(each);
      const isNeeded = (name: string): boolean =>
        [null, removed].some(value => {
          const before = rows.length;
          push(withField(each.data, name, value));
          return rows.length > before;
        });
      needed[each.name] = Object.keys(each.data).filter(isNeeded).toSorted().join(' ');
    }
    expect(needed).toEqual(neededFrameFields);
  });

  it('resets a listener of a private topic without a handler for it', async () => {
    const fixture = createFeedFixture();
    const resets: string[] = [];
    const listener = { message: () => undefined, reset: (reason: string) => void resets.push(reason) };
    fixture.feed.subscribe({ venue: 'spot', kind: 'balances' }, listener);
    await fixture.settle();
    fixture.venue.last().say({ type: 'message', topic: '/account/balance', subject: 'account.balance', data: {} });
    expect(resets).toEqual(['unreadable']);
  });
});

function debtWith(assetList: object): object {
  return { debtRatio: 0, totalAsset: 1, totalDebt: '0', debtList: { USDT: '1' }, assetList, timestamp: 1 };
}

describe('one malformed row of a table in a frame', () => {
  const asset = { total: '3', available: '2', hold: '1' };
  const debt = examples.find(each => each?.name === 'spot.marginPosition debt.ratio');
  const modes = examples.find(each => each?.name === 'futures.marginMode user.config');

  it.each(values)('keeps the other currencies when a figure is %s', async value => {
    if (debt === null || debt === undefined) throw new Error('no example');
    const { push, messages, rows } = await listen(debt);
    push(debtWith({ BTC: withField(asset, 'total', value), USDT: asset }));
    const usdt = { currency: 'USDT', total: '3', available: '2', held: '1' };
    expect(messages).toMatchObject([{ kind: 'debt', assets: value === -7 ? [{}, usdt] : [usdt] }]);
    expect(rows.map(({ field }) => field)).toEqual(value === -7 ? [] : ['total']);
  });

  it('keeps the other contracts', async () => {
    if (modes === null || modes === undefined) throw new Error('no example');
    const { push, messages, rows } = await listen(modes);
    push({ XBTUSDTM: 'CROSS', ETHUSDTM: null, SOLUSDTM: 'ISOLATED' });
    expect(messages).toEqual([
      [
        { symbol: 'XBTUSDTM', marginMode: 'cross' },
        { symbol: 'SOLUSDTM', marginMode: 'isolated' },
      ],
    ]);
    expect(rows).toHaveLength(1);
  });
});

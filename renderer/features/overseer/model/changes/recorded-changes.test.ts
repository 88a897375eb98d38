import { describe, expect, it } from 'vitest';
import type { BalanceMove, RecordedChange } from '#shared/domain/overseen/recorded-change.ts';
import type { NotedChange } from '#shared/domain/overseen/watched-accounts.ts';
import { buildListCoverage } from '#shared/testing/archive/build-archived-page.ts';
import { isListed, joinHistory } from './recorded-changes.ts';
import { valuationIn } from '../valuation.ts';

const seen = (key: string, part: Partial<NotedChange> = {}): NotedChange => ({
  key,
  userId: 'a',
  name: 'alpha',
  kind: 'balance',
  before: '1',
  after: '2',
  coin: 'USDT',
  moved: '1',
  currency: 'USDT',
  sinceMs: 100,
  atMs: 150,
  ...part,
});
const recorded = (key: string, moves: readonly BalanceMove[] = [], atMs = 200): RecordedChange => ({
  ...seen(key, { atMs }),
  moves: [...moves],
  createdAtMs: atMs,
});
const move = (coin: string, before: `${number}`, after: `${number}`, wallet = 'main') => ({
  wallet,
  coin,
  before,
  after,
});

describe('the change history', () => {
  const coverage = buildListCoverage({ startMs: 100, covered: [{ fromMs: 100, toMs: 200 }] });
  const keysOf = (changes: readonly NotedChange[], of = coverage) =>
    joinHistory({ recorded: [recorded('archived')], seen: changes, coverage: of }).map(({ key }) => key);

  it('has each change once: as the archive has it, or as a window saw it where the archive has it not', () => {
    expect(keysOf([seen('archived'), seen('covered'), seen('later', { atMs: 300 })])).toEqual(['later', 'archived']);
    expect(keysOf([seen('renamed', { kind: 'renamed' })])).toEqual(['archived', 'renamed']);
  });

  it('has a renaming that a window and main saw once, and one that only the window saw as well', () => {
    const renamed = { kind: 'renamed', before: 'alpha', after: 'beta' } as const;
    const changes = [seen('same', renamed), seen('other', { ...renamed, after: 'gamma' })];
    const archived = [{ ...recorded('archived'), ...renamed }];
    expect(joinHistory({ recorded: archived, seen: changes, coverage }).map(({ key }) => key)).toEqual([
      'archived',
      'other',
    ]);
  });

  it('keeps balances that windows saw before the first snapshot, and all while nothing is compared', () => {
    expect(keysOf([seen('earlier', { sinceMs: 50 })])).toEqual(['archived', 'earlier']);
    expect(keysOf([seen('covered')], buildListCoverage({ startMs: null, covered: [] }))).toEqual([
      'archived',
      'covered',
    ]);
  });

  it('lists movements of the least value, and those without a price', () => {
    const valuation = valuationIn({ base: 'USDT', prices: { USDT: '1', BTC: '0.00002' } }, 'USDT');
    const isShown = (...moves: readonly BalanceMove[]) =>
      isListed(recorded('k', moves), { valuation, least: '10', large: '1000' });
    expect(isShown(move('USDT', '1', '11'))).toBe(true);
    expect(isShown(move('USDT', '1', '10'))).toBe(false);
    expect(isShown(move('USDT', '9', '4'), move('BTC', '0', '0.0001'))).toBe(true);
    expect(isShown(move('USDT', '50', '0'), move('USDT', '0', '50', 'trade'))).toBe(false);
    expect(isShown(move('NONE', '0', '1'))).toBe(true);
  });
});

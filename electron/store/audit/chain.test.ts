import { createSecretKey, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  acceptedKind,
  type AuditEntry,
  type ChainLink,
  chainStart,
  createChainCheck,
  linkAfter,
  problemAtEnd,
} from './chain.ts';
import { readChainFile, verifyChainFile, writeEnd, writeLink } from './chain-file.ts';

const entry = (change: Partial<AuditEntry> = {}): AuditEntry => ({
  atMs: 1_700_000_000_000,
  user: 'ada',
  profileId: 'p1',
  kind: 'place-order',
  key: 'oid',
  symbol: 'BTC-USDT',
  summary: 'Buy 1 BTC-USDT at 1',
  state: 'sent',
  detail: null,
  verdict: null,
  weight: 2,
  ...change,
});

function chainOf(entries: readonly AuditEntry[], key: KeyObject | null = null): readonly ChainLink[] {
  let end: Pick<ChainLink, 'n' | 'hash'> = chainStart;
  return entries.map(each => {
    const link = linkAfter(end, each, key);
    end = link;
    return link;
  });
}

const chain = (length: number) => chainOf(Array.from({ length }, (_, index) => entry({ key: `oid-${index}` })));

function check(
  links: readonly ChainLink[],
  ends: readonly Pick<ChainLink, 'n' | 'hash'>[],
  key: KeyObject | null = null,
) {
  const checking = createChainCheck({ key, wanted: ends.map(({ n }) => n) });
  for (const link of links) checking.take(link);
  const report = checking.report();
  const problem = ends.reduce<string | null>((found, end) => found ?? problemAtEnd(report, end), report.problem);
  return { ...report, problem };
}

const fileOf = (links: readonly ChainLink[]) =>
  `${links.map(writeLink).join('')}${writeEnd(links.at(-1) ?? chainStart)}`;

const anyEntry = fc
  .record({ summary: fc.string({ unit: 'binary' }), key: fc.string(), detail: fc.option(fc.string()), atMs: fc.nat() })
  .map(entry);
const seed = 20_261_122;

describe('the chain', () => {
  it('the chain is valid as it was written, for any rows', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 20 }), entries => {
        const links = chainOf(entries);
        expect(check(links, links.slice(-1)).problem).toBeNull();
        expect(verifyChainFile(fileOf(links)).problem).toBeNull();
        expect(verifyChainFile(fileOf(links)).rows).toBe(entries.length);
      }),
      { seed },
    );
  });

  it('names a changed row', () => {
    const links = chain(5);
    const third = links[2];
    if (third === undefined) throw new Error('too short');
    const changed = links.toSpliced(2, 1, { ...third, row: third.row.replace('oid-2', 'oid-9') });
    expect(check(changed, []).problem).toBe('Row 3 was changed: its text does not fit its hash.');
  });

  it('names the row after a row that was changed together with its hash', () => {
    const links = chain(5);
    const [first, , third] = links;
    if (first === undefined || third === undefined) throw new Error('too short');
    const forged = linkAfter(first, entry({ key: 'forged' }));
    expect(check([first, forged, ...links.slice(2)], []).problem).toBe(
      'Row 3 does not follow row 2: one of them was replaced.',
    );
  });

  it.each([
    ['one', [3], 'Row 3 is missing.'],
    ['some', [2, 3, 4], 'Rows 2 to 4 are missing.'],
    ['the first', [1], 'Row 1 is missing.'],
    ['the last', [5], 'Row 5 is missing at the end.'],
    ['all', [1, 2, 3, 4, 5], 'Rows 1 to 5 are missing at the end.'],
  ])('names %s when removed', (_, removed, problem) => {
    const links = chain(5);
    const left = links.filter(({ n }) => !removed.includes(n));
    expect(check(left, links.slice(-1)).problem).toBe(problem);
  });

  it('names rows in another sequence', () => {
    const [a, b, c] = chain(3);
    if (a === undefined || b === undefined || c === undefined) throw new Error('too short');
    expect(check([a, c, b], []).problem).toBe('Row 2 is missing.');
    expect(check([a, b, b], []).problem).toContain('were reordered');
  });

  it('detects a completely rewritten chain by the known position of the old one', () => {
    const otherChain = chainOf(Array.from({ length: 5 }, () => entry({ key: 'other' })));
    expect(check(otherChain, chain(5).slice(2, 3)).problem).toBe(
      'Row 3 is not the one that was written: the journal was replaced.',
    );
  });
});

describe('a chain with a key', () => {
  const key = createSecretKey('ab'.repeat(32), 'hex');
  const other = createSecretKey('cd'.repeat(32), 'hex');
  const entries = Array.from({ length: 5 }, (_, index) => entry({ key: `oid-${index}` }));
  const accepted = entry({ kind: acceptedKind });

  it('a chain with a key is valid under its key, and names the row that another key or none wrote', () => {
    const links = chainOf(entries, key);
    expect(check(links, [], key)).toMatchObject({ problem: null, lastKeyedN: 5, unkeyedBefore: 0 });
    expect(check(chainOf(entries, other), [], key).problem).toContain('Row 1 was not written with the key');
    const rebuilt = chainOf(entries.with(2, entry({ key: 'forged' })), null);
    const forged = rebuilt.map(({ n, row, hash }, index) => ({ n, row, hash, mac: links[index]?.mac ?? null }));
    expect(check(forged, [], key).problem).toContain('Row 3 was not written with the key');
  });

  it('protects the rows that were written before the key existed', () => {
    const before = chainOf(entries.slice(0, 3));
    const bound = linkAfter(before.at(-1) ?? chainStart, entry(), key);
    expect(check([...before, bound], [], key)).toMatchObject({ problem: null, lastKeyedN: 4, unkeyedBefore: 3 });
    const rebuilt = chainOf([entry({ key: 'forged' }), ...entries.slice(1, 3)]);
    expect(check([...rebuilt, bound], [], key).problem).toContain('Row 4 does not follow row 3');
  });

  it('restarts at an accepted row with a MAC, and at no other', () => {
    const [first, , third] = chainOf(entries, key);
    if (first === undefined || third === undefined) throw new Error('too short');
    const damaged = [first, third];
    expect(check([...damaged, linkAfter(third, accepted, key)], [], key)).toMatchObject({
      problem: null,
      acceptedN: 4,
    });
    expect(check([...damaged, linkAfter(third, accepted)], [], key).problem).toContain('Row 2 is missing');
    expect(check([...damaged, linkAfter(third, accepted, other)], [], key).problem).toContain('Row 2 is missing');
    expect(check([...damaged, linkAfter(third, accepted)], [])).toMatchObject({ problem: null, acceptedN: 4 });
  });

  it('does not restart at an accepted row that was copied from an earlier position', () => {
    const links = chainOf([accepted, ...entries], key);
    const [copy] = links;
    if (copy === undefined) throw new Error('too short');
    const damaged = links.filter(({ n }) => n !== 4);
    expect(check([...damaged, copy], [], key).problem).toContain('Row 4 is missing');
  });
});

describe('an exported file', () => {
  const whole = Buffer.from(fileOf(chain(6)));

  it('reveals any changed byte', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const changed = Buffer.from(whole);
        changed[at] = ((changed[at] ?? 0) + by) % 256;
        expect(verifyChainFile(changed.toString('utf8')).problem).not.toBeNull();
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it('reveals any truncation', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), length => {
        expect(verifyChainFile(whole.subarray(0, length).toString('utf8')).problem).not.toBeNull();
      }),
      { seed, numRuns: 500 },
    );
  });

  it('reveals any removed, repeated or moved line', () => {
    const lines = whole.toString('utf8').trimEnd().split('\n');
    const place = fc.nat(lines.length - 1);
    fc.assert(
      fc.property(place, place, fc.constantFrom('remove', 'double', 'move'), (from, to, how) => {
        fc.pre(how !== 'move' || from !== to);
        const line = lines[from] ?? '';
        const rest = lines.filter((_, index) => index !== from);
        const next = how === 'remove' ? rest : (how === 'double' ? lines : rest).toSpliced(to, 0, line);
        expect(verifyChainFile(`${next.join('\n')}\n`).problem).not.toBeNull();
      }),
      { seed, numRuns: 500 },
    );
  });

  it('an exported file is read back as it was written', () => {
    const links = chain(3);
    expect(readChainFile(fileOf(links))).toEqual({ links, end: { n: 3, hash: links[2]?.hash } });
  });
});

import { describe, expect, it } from 'vitest';
import type { SubAccountHoldings } from '#shared/domain/account/account.ts';
import { fail, type FailureKind, type Result, succeed } from '#shared/errors.ts';
import { withOtherWallets } from './holdings.ts';

const listed = (userId: string, part: Partial<SubAccountHoldings> = {}): SubAccountHoldings => ({
  userId,
  name: userId,
  isReadable: true,
  balances: [],
  isMainOnly: true,
  ...part,
});
const whole = (userId: string): SubAccountHoldings => ({ userId, name: userId, isReadable: true, balances: [] });

/** What comes of a list, and who was asked; `answers` stand for those that do not succeed. */
async function run(items: readonly SubAccountHoldings[], answers: Readonly<Record<string, FailureKind>> = {}) {
  const asked: string[] = [];
  const read = await withOtherWallets({ items: [...items], isComplete: true }, userId => {
    asked.push(userId);
    const kind = answers[userId];
    const answer: Result<SubAccountHoldings> = kind === undefined ? succeed(whole(userId)) : fail(kind, 'no');
    return Promise.resolve(answer);
  });
  return {
    asked,
    read,
    mainOnly: read.ok ? read.value.items.filter(each => each.isMainOnly).map(each => each.userId) : null,
  };
}

describe('the wallets that a list of main wallets leaves out', () => {
  it('are asked for of the first ten accounts, the others stay marked', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `a${index}`);
    const { asked, mainOnly } = await run(names.map(name => listed(name)));
    expect(asked).toEqual(names.slice(0, 10));
    expect(mainOnly).toEqual(['a10', 'a11']);
  });

  it('are not asked for where the list tells them of anybody, or tells nobody', async () => {
    expect((await run([listed('a'), whole('b')])).asked).toEqual([]);
    expect((await run([])).asked).toEqual([]);
  });

  it('are not asked for of an account whose figures cannot be read', async () => {
    const { asked, mainOnly } = await run([listed('a', { isReadable: false, isMainOnly: false }), listed('b')]);
    expect(asked).toEqual(['b']);
    expect(mainOnly).toEqual([]);
  });

  it('are left alone where the exchange has no such endpoint, and of an account that it refuses', async () => {
    const none = await run([listed('a'), listed('b')], { a: 'not-found' });
    expect(none.asked).toEqual(['a']);
    expect(none.mainOnly).toEqual(['a', 'b']);
    expect((await run([listed('a'), listed('b')], { a: 'exchange-rejected' })).mainOnly).toEqual(['a']);
  });

  it('are not left out now and then: whatever else fails, the whole list has failed', async () => {
    const { read } = await run([listed('a'), listed('b')], { b: 'rate-limited' });
    expect(read).toMatchObject({ ok: false, error: { kind: 'rate-limited' } });
  });
});

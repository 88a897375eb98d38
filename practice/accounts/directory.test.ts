import { describe, expect, it } from 'vitest';
import { createDirectory } from './directory.ts';
import { createLedger } from './ledger.ts';

const nowMs = 1_760_000_000_000;

function create(seed = 1) {
  const ledger = createLedger();
  return { ledger, directory: createDirectory({ seed, nowMs, ledger }) };
}

describe('createDirectory', () => {
  it('issues the keys that the desk and the tests need', () => {
    const { directory } = create();
    const summary = directory.keys.map(key => [key.label, key.version, key.permissions.join()] as const);
    expect(summary).toEqual([
      ['trader', 2, 'General,Spot,Margin,Futures,InnerTransfer'],
      ['viewer', 2, 'General'],
      ['legacy', 1, 'General,Spot,Futures'],
      ['v3', 3, 'General,Spot,Margin,Futures'],
      ['ip-locked', 2, 'General,Spot,Margin,Futures'],
      ['sub-account', 2, 'General,Spot,Margin,Futures'],
      ['treasurer', 3, 'General,Spot,Margin,Futures,InnerTransfer,Transfer'],
      ['hf', 3, 'General,Spot,Margin,Futures,InnerTransfer,Transfer'],
      ['hf-viewer', 3, 'General'],
      ['classic', 2, 'General,Spot,Margin,Futures,InnerTransfer,Transfer'],
    ]);
  });

  it('binds one key to another address and gives one to a sub-account', () => {
    const { directory } = create();
    const locked = directory.keys.filter(key => key.ipWhitelist.length > 0);
    expect(locked.map(key => key.label)).toEqual(['ip-locked']);
    expect(locked[0]?.ipWhitelist).not.toContain('127.0.0.1');
    const owner = directory.keys.find(key => key.label === 'sub-account')?.accountId;
    expect(directory.subAccounts.map(record => record.accountId)).toContain(owner);
    expect(owner).not.toBe(directory.master.accountId);
  });

  it('finds keys by their full text only', () => {
    const { directory } = create();
    for (const key of directory.keys) expect(directory.keyOf(key.key)).toBe(key);
    expect(directory.keyOf('unknown')).toBeNull();
    expect(directory.keyOf('__proto__')).toBeNull();
  });

  it('gives every run new secrets, whatever the seed', () => {
    const pieces = [create(), create()].flatMap(({ directory }) =>
      directory.keys.flatMap(({ key, secret, passphrase }) => [key, secret, passphrase]),
    );
    expect(new Set(pieces).size).toBe(pieces.length);
    for (const { secret } of create().directory.keys)
      expect(secret).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });

  it('gives the same seed the same accounts', () => {
    expect(create(3).directory.subAccounts).toEqual(create(3).directory.subAccounts);
    expect(create(3).directory.master).toEqual(create(3).directory.master);
    expect(create(4).directory.master).not.toEqual(create(3).directory.master);
  });

  it('has sub-accounts of every kind', () => {
    const { directory, ledger } = create();
    const records = directory.subAccounts;
    expect(records.length).toBeGreaterThanOrEqual(12);
    expect(new Set(records.map(record => record.subName)).size).toBe(records.length);
    expect(new Set(records.map(record => record.uid)).size).toBe(records.length);
    expect(records.filter(record => record.status === 3).length).toBeGreaterThanOrEqual(2);
    expect(new Set(records.map(record => record.type))).toEqual(new Set([0, 1, 2, 5]));
    expect(records.some(record => record.remarks === null)).toBe(true);
    const holdings = records.map(record => ledger.balances(record.accountId));
    expect(holdings.some(balances => balances.length === 0)).toBe(true);
    expect(holdings.some(balances => balances.length >= 8)).toBe(true);
    expect(holdings.some(balances => balances.some(({ total }) => total === '0.00000041'))).toBe(true);
    // more than the 100 of the exchange's longest page
    expect(records.length).toBeGreaterThan(100);
    const held = (accountId: string) => ledger.balances(accountId).filter(balance => balance.held !== '0').length;
    expect(records.filter(({ accountId }) => held(accountId) > 0).length).toBeGreaterThanOrEqual(5);
    const frozen = records.filter(({ status }) => status === 3);
    expect(frozen.every(({ accountId }) => ledger.balances(accountId).length > 0)).toBe(true);
    for (const record of records) expect(record.createdAtMs).toBeLessThan(nowMs);
  });
});

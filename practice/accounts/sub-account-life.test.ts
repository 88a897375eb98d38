import { describe, expect, it } from 'vitest';
import { createRandom } from '../kernel/random.ts';
import { createDirectory } from './directory.ts';
import { createLedger } from './ledger.ts';
import { createSubAccountLife } from './sub-account-life.ts';

const nowMs = 1_760_000_000_000;

/** The accounts after so many seconds, and what one of them has. */
function live(seconds: number, seed = 1) {
  const ledger = createLedger();
  const directory = createDirectory({ seed, nowMs, ledger });
  const before = directory.subAccounts;
  const totalBefore = ledger.totalOf('USDT');
  const life = createSubAccountLife({ directory, ledger, random: createRandom(seed, 'sub-accounts') });
  for (let second = 0; second <= seconds; second += 1) life.tick(second, nowMs + second * 1000);
  const find = (name: string) => directory.subAccounts.find(({ subName }) => subName === name);
  const main = (name: string, currency: string) => ledger.balance(find(name)?.accountId ?? 'unknown', 'main', currency);
  return { before, after: directory.subAccounts, find, main, totalBefore, total: ledger.totalOf('USDT') };
}

const fundAt = (seconds: number) => Number(live(seconds).main('yieldfund', 'USDT').total);

describe('the life of the sub-accounts', () => {
  it('changes nothing in the first seconds', () => {
    const { before, after } = live(7);
    expect(after).toBe(before);
  });

  it('does one change of each kind within a minute', () => {
    expect(live(8).main('deskbravo', 'USDT').available).toBe('1180000');
    expect(live(40).find('gridbottwo')?.status).toBe(3);
    expect(live(80).find('gridbottwo')?.status).toBe(2);
    const { before, after, find, main } = live(60);
    expect(find('juniortwo')?.remarks).toBe('Trainee, second month');
    expect(main('deskdelta', 'ETH').held).toBe('40');
    expect(find('newdesk')).toBeUndefined();
    expect(find('deskecho')?.userId).toBe(before.find(({ subName }) => subName === 'newdesk')?.userId);
    expect(find('hedgebook')?.access).toBe('Futures,Spot');
    expect(after.length).toBe(before.length + 1);
    expect(find('deskfoxtrot')).toMatchObject({ createdAtMs: nowMs + 56_000, status: 2 });
    expect(main('deskfoxtrot', 'USDT').total).toBe('50000');
  });

  it('repeats each kind of change for later readers', () => {
    const { find, after, before } = live(180);
    expect(find('juniortwo')?.remarks).toBe('Trainee, third month');
    expect(find('newdesk')?.userId).toBe(before.find(({ subName }) => subName === 'newdesk')?.userId);
    expect(find('hedgebook')?.access).toBe('Futures');
    expect(after.map(({ subName }) => subName)).toEqual(expect.arrayContaining(['deskfoxtrot', 'deskgolf']));
    const later = live(300);
    expect(later.find('juniortwo')?.remarks).toBe('Trainee, second month');
    expect(later.find('deskecho')).toBeDefined();
    expect(later.find('hedgebook')?.access).toBe('Futures,Spot');
  });

  it('opens no more desks than it has names for, and uses no name twice', () => {
    const names = live(3600).after.map(({ subName }) => subName);
    expect(names).toHaveLength(live(60).after.length + 6);
    expect(new Set(names).size).toBe(names.length);
  });

  it('moves money between the desks after that, without a change of the total', () => {
    const { total, totalBefore, main } = live(600);
    const desks = ['deskalpha', 'deskbravo', 'deskcharlie', 'deskdelta', 'treasury', 'hedgebook'];
    const early = live(14);
    const moved = desks.filter(name => main(name, 'USDT').total !== early.main(name, 'USDT').total);
    expect(moved.length).toBeGreaterThan(2);
    expect(total).toBe(totalBefore);
  });

  it('makes a fund repay a quarter each minute, so that it loses more than a fifth in two minutes', () => {
    expect(fundAt(19)).toBe(240_000);
    expect(fundAt(20)).toBe(180_000);
    expect(fundAt(80)).toBe(135_000);
    // when little is left new clients come, and it begins again
    const values = Array.from({ length: 12 }, (_, turn) => fundAt(20 + turn * 60));
    expect(Math.min(...values)).toBeLessThan(35_000);
    expect(values.lastIndexOf(240_000)).toBeGreaterThan(values.indexOf(Math.min(...values)));
  });

  it('repeats with the same seed', () => {
    expect(live(300, 7).after).toEqual(live(300, 7).after);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { RowLimits } from '#shared/domain/limits.ts';
import { defaultPolicy, type Policy } from '#shared/policy/policy.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { type Allowances, type AllowancesOptions, type AskUser, openAllowances } from './allowances.ts';

const profile: Profile = {
  id: 'p1',
  name: 'Desk',
  colour: 'blue',
  preset: 'custom',
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
  isReadOnly: false,
  keyHint: '',
  permissions: [],
  secretHome: 'keychain',
};
const more = { perSecond: 40, perMinute: 200 };

let dataDir: string;
let asked: { title: string; values: string[] }[];
let doesAgree: boolean;
let notices: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fathom-allowances-'));
  asked = [];
  notices = [];
  kept = new Map();
  isLocked = false;
  meanwhile = () => Promise.resolve();
  doesAgree = true;
});
afterEach(() => removeFolder(dataDir));

/** What happens while a question is open. */
let meanwhile: () => Promise<unknown>;

const ask: AskUser = async (question, take) => {
  asked.push({ title: question.title, values: question.facts.map(fact => fact.value) });
  await meanwhile();
  return doesAgree ? take() : Promise.resolve(fail('declined', 'no'));
};

/** What lies beside the keys, by profile. */
let kept: Map<string, Parameters<Allowances['mayUse']>[1]>;
let isLocked: boolean;

const changeGrants: AllowancesOptions['changeGrants'] = ({ id }, change) => {
  if (isLocked) return Promise.resolve(fail('keychain-locked', 'locked'));
  const grants = change(kept.get(id) ?? {});
  kept.set(id, grants);
  return Promise.resolve(succeed(grants));
};

const notice = (message: string) => void notices.push(message);

function open(isRoot = false): Allowances {
  const opened = openAllowances({
    dataDir,
    ask,
    defaultsOf: () => defaultPolicy,
    changeGrants,
    isRoot,
    nowMs: () => 1,
    notice,
  });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

const limitsOf = (allowances: Allowances, profileId: string) => allowances.policyOf(profileId).acts;
const changeLimits =
  (allowances: Allowances) =>
  async (of: Profile, acts: RowLimits): Promise<Result<RowLimits>> => {
    const changed = await allowances.changePolicy(of, { ...allowances.policyOf(of.id), acts });
    return changed.ok ? succeed(changed.value.acts) : changed;
  };

describe('order limits', () => {
  it('order limits are the default until the user raises them, and stay raised after a restart', async () => {
    const allowances = open();
    expect(limitsOf(allowances, 'p1')).toEqual(defaultPolicy.acts);
    expect(await changeLimits(allowances)(profile, more)).toEqual(succeed(more));
    expect(asked).toEqual([{ title: 'Loosen the policy of this profile?', values: ['40 (now 20)'] }]);
    expect(limitsOf(open(), 'p1')).toEqual(more);
    expect(limitsOf(open(), 'p2')).toEqual(defaultPolicy.acts);
    expectMode(join(dataDir, 'allowances.json'), 0o600);
  });

  it('keep the right to cancel unless the user removes it', async () => {
    const allowances = open();
    const tighter: Policy = { ...defaultPolicy, mayCancel: false, largestOrder: '1' };
    doesAgree = false;
    expect(await allowances.changePolicy(profile, tighter)).toMatchObject({ error: { kind: 'declined' } });
    expect(allowances.policyOf('p1')).toEqual(defaultPolicy);
    expect(asked).toEqual([{ title: 'Remove the right to cancel?', values: ['no (now yes)'] }]);
    doesAgree = true;
    expect(await allowances.changePolicy(profile, tighter)).toEqual(succeed(tighter));
    // giving it back allows more, so it is asked as well
    await allowances.changePolicy(profile, { ...tighter, mayCancel: true });
    expect(asked.at(-1)).toEqual({ title: 'Loosen the policy of this profile?', values: ['yes (now no)'] });
  });

  it('stay unchanged when the user declines', async () => {
    doesAgree = false;
    const allowances = open();
    expect(await changeLimits(allowances)(profile, more)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(limitsOf(allowances, 'p1')).toEqual(defaultPolicy.acts);
  });

  it('order limits are lowered without a question, and one raised figure needs one', async () => {
    const allowances = open();
    expect(await changeLimits(allowances)(profile, { perSecond: 2, perMinute: 20 })).toMatchObject({ ok: true });
    expect(asked).toEqual([]);
    expect(limitsOf(allowances, 'p1')).toEqual({ perSecond: 2, perMinute: 20 });
    await changeLimits(allowances)(profile, { perSecond: 1, perMinute: 21 });
    expect(asked).toHaveLength(1);
  });

  it.each(['{', '{"version":1,"profiles":{"p1":{"acts":{"perSecond":1e9,"perMinute":1}}}}', '{"version":0}'])(
    'return to the default with a notice when the file holds %s',
    text => {
      writeFileSync(join(dataDir, 'allowances.json'), text);
      expect(limitsOf(open(), 'p1')).toEqual(defaultPolicy.acts);
      expect(notices).toHaveLength(1);
    },
  );

  it('stop the start on a file of a newer version, and leave it untouched', () => {
    const text = '{"version":2}';
    writeFileSync(join(dataDir, 'allowances.json'), text);
    expect(() => open()).toThrow(/newer version of Fathom. Start that version, or move the file away/);
    expect(readFileSync(join(dataDir, 'allowances.json'), 'utf8')).toBe(text);
  });

  it('order limits are the default for a profile named like a property of every object', () => {
    expect(limitsOf(open(), 'constructor')).toEqual(defaultPolicy.acts);
    expect(limitsOf(open(), '__proto__')).toEqual(defaultPolicy.acts);
  });
});

const file = () => join(dataDir, 'allowances.json');

describe('the file of limits', () => {
  const loose = { version: 1, profiles: { p1: { acts: { perSecond: 900, perMinute: 9_000 }, isAllowedAsRoot: true } } };

  it('raises no limit that is not stored beside the key too', async () => {
    writeFileSync(file(), JSON.stringify(loose));
    const allowances = open(true);
    expect(await allowances.mayOpen(profile, false)).toEqual(succeed(null));
    // the keychain says otherwise, and from then on that counts
    expect(allowances.mayUse(profile, {})).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(await allowances.mayOpen(profile, false)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(limitsOf(allowances, 'p1')).toEqual(defaultPolicy.acts);
    expect(await allowances.mayOpen(profile, true)).toEqual(succeed(null));
    expect(allowances.mayUse(profile, kept.get('p1') ?? {})).toEqual(succeed(null));
    expect(asked).toHaveLength(1);
  });

  it('cannot raise a limit that looks like a lowered one', async () => {
    writeFileSync(file(), JSON.stringify(loose));
    const allowances = open();
    expect(await changeLimits(allowances)(profile, { perSecond: 500, perMinute: 5_000 })).toEqual(
      succeed(defaultPolicy.acts),
    );
    expect([asked, kept.get('p1')]).toEqual([[], { policy: defaultPolicy }]);
    expect(limitsOf(allowances, 'p1')).toEqual(defaultPolicy.acts);
  });

  it('may be lost: the copy beside the key is enough, also below the default', async () => {
    await changeLimits(open())(profile, more);
    rmSync(file());
    const again = open();
    expect(again.mayUse(profile, kept.get('p1') ?? {})).toEqual(succeed(null));
    expect(limitsOf(again, 'p1')).toEqual(more);
    await changeLimits(again)(profile, { perSecond: 2, perMinute: 20 });
    rmSync(file());
    const third = open();
    third.mayUse(profile, kept.get('p1') ?? {});
    expect(limitsOf(third, 'p1')).toEqual({ perSecond: 2, perMinute: 20 });
  });

  it('the file of limits is not written when the keychain rejects the change', async () => {
    isLocked = true;
    const allowances = open(true);
    expect(await changeLimits(allowances)(profile, more)).toMatchObject({ error: { kind: 'keychain-locked' } });
    expect(await allowances.mayOpen(profile, true)).toMatchObject({ error: { kind: 'keychain-locked' } });
    expect(limitsOf(allowances, 'p1')).toEqual(defaultPolicy.acts);
    expect(await allowances.mayOpen(profile, false)).toMatchObject({ ok: false });
  });

  it('the file of limits is the only copy for keys in memory and for practice', async () => {
    isLocked = true;
    const session = { ...profile, secretHome: 'session' as const };
    const allowances = open(true);
    expect(await changeLimits(allowances)(session, more)).toEqual(succeed(more));
    expect(await allowances.mayOpen(session, true)).toEqual(succeed(null));
    expect(allowances.mayUse(session, {})).toEqual(succeed(null));
  });
});

describe('a policy', () => {
  const wide: Policy = { ...defaultPolicy, largestOrder: '9000', mayTransfer: true };

  it('a policy is confirmed figure by figure when it loosens, and stored beside the key', async () => {
    const allowances = open();
    expect(await allowances.changePolicy(profile, wide)).toEqual(succeed(wide));
    expect(asked).toEqual([
      { title: 'Loosen the policy of this profile?', values: ['yes (now no)', '9,000 USDT (now 2,000 USDT)'] },
    ]);
    expect(kept.get('p1')).toEqual({ policy: wide });
    expect(open().policyOf('p1')).toEqual(wide);
  });

  it('stays unchanged when the user declines a change that loosens one figure and tightens another', async () => {
    doesAgree = false;
    const allowances = open();
    expect(await allowances.changePolicy(profile, { ...wide, dailyNotional: '1' })).toMatchObject({ ok: false });
    expect([allowances.policyOf('p1'), kept.get('p1')]).toEqual([defaultPolicy, undefined]);
  });

  it('a policy is bounded by the copy beside the key when an edited file loosens it, and tightened by the file', () => {
    const row = { policy: { ...wide, dailyNotional: '7' } };
    writeFileSync(file(), JSON.stringify({ version: 1, profiles: { p1: row } }));
    const allowances = open();
    allowances.mayUse(profile, { policy: { ...defaultPolicy, largestOrder: '2500' } });
    expect(allowances.policyOf('p1')).toEqual({ ...defaultPolicy, largestOrder: '2500', dailyNotional: '7' });
  });

  it('has the default limits of movements in an earlier version, in the file and beside the key', async () => {
    const { movements: _movements, ...older } = wide;
    writeFileSync(file(), JSON.stringify({ version: 1, profiles: { p1: { policy: older } } }));
    const allowances = open();
    expect(allowances.policyOf('p1')).toEqual({ ...wide, movements: defaultPolicy.movements });
    allowances.mayUse(profile, { policy: older });
    expect(allowances.policyOf('p1')).toEqual({ ...wide, movements: defaultPolicy.movements });
    expect(notices).toEqual([]);
  });

  it('a policy is confirmed for a raised limit of loans, and tightened at once for a lowered one', async () => {
    const allowances = open();
    const { loans } = defaultPolicy.movements;
    const withLoans = (change: Partial<typeof loans>): Policy => {
      return { ...defaultPolicy, movements: { ...defaultPolicy.movements, loans: { ...loans, ...change } } };
    };
    const tight = withLoans({ perHour: '1', askFrom: '0' });
    expect(await allowances.changePolicy(profile, tight)).toEqual(succeed(tight));
    expect(asked).toEqual([]);
    doesAgree = false;
    expect(await allowances.changePolicy(profile, withLoans({ perHour: '1' }))).toMatchObject({ ok: false });
    expect(asked[0]?.values).toEqual(['1,000 USDT (now 0 USDT)']);
    expect(allowances.policyOf('p1')).toEqual(tight);
  });

  it('a policy is not loosened when it was tightened while the question was open', async () => {
    const allowances = open();
    const before = allowances.policyOf('p1');
    meanwhile = () => {
      meanwhile = () => Promise.resolve();
      return allowances.changePolicy(profile, { ...before, largestOrder: '1' });
    };
    const loosened = await allowances.changePolicy(profile, { ...before, dailyNotional: '30000000' });
    expect(loosened).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(allowances.policyOf('p1')).toEqual({ ...before, largestOrder: '1' });
  });

  it('keeps the rates of an earlier version, with the default for all other fields', async () => {
    const allowances = open();
    allowances.mayUse(profile, { acts: more });
    expect(allowances.policyOf('p1')).toEqual({ ...defaultPolicy, acts: more });
    kept.set('p1', { acts: more });
    const tight = { ...defaultPolicy, acts: { perSecond: 30, perMinute: 100 } };
    expect(await allowances.changePolicy(profile, tight)).toEqual(succeed(tight));
    expect([asked, kept.get('p1')]).toEqual([[], { policy: tight }]);
  });
});

describe('the question about root', () => {
  it('the question about root is shown once per profile, and remembered', async () => {
    expect(await open(true).mayOpen(profile, true)).toEqual(succeed(null));
    expect(asked).toEqual([
      { title: 'Open this profile as root?', values: ['https://spot.example.com', 'https://futures.example.com'] },
    ]);
    expect(await open(true).mayOpen(profile, false)).toEqual(succeed(null));
    expect(asked).toHaveLength(1);
    expect(readFileSync(join(dataDir, 'allowances.json'), 'utf8')).toContain('"isAllowedAsRoot": true');
  });

  it('rejects when the user declines, and at a start without a question', async () => {
    doesAgree = false;
    const allowances = open(true);
    expect(await allowances.mayOpen(profile, false)).toMatchObject({
      error: { kind: 'declined', message: expect.stringContaining('Fathom runs as root, so the profile Desk') },
    });
    expect(asked).toEqual([]);
    expect(await allowances.mayOpen(profile, true)).toMatchObject({ ok: false, error: { kind: 'declined' } });
    expect(await allowances.mayOpen(profile, false)).toMatchObject({ ok: false });
  });

  it('the question about root is not shown for another user, nor for an exchange on this machine', async () => {
    const local = { ...profile, spotUrl: 'http://127.0.0.1:1', futuresUrl: 'http://127.0.0.1:2' };
    expect(await open(true).mayOpen(local, false)).toEqual(succeed(null));
    expect(await open(false).mayOpen(profile, false)).toEqual(succeed(null));
    expect(asked).toEqual([]);
  });

  it.each([
    { spotUrl: 'http://127.0.0.1:1' },
    { preset: 'practice' as const, spotUrl: 'https://127.evil.com', futuresUrl: 'http://127.0.0.1:2' },
  ])('the question about root is shown as soon as one address is remote: %j', async change => {
    await open(true).mayOpen({ ...profile, ...change }, true);
    expect(asked).toHaveLength(1);
  });
});

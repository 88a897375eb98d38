import { expect, it } from 'vitest';
import { type CallName, calls } from '#shared/contract.ts';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { Handlers } from './gate.ts';
import { refuseUnknownProfiles } from './known-profiles.ts';

const names = Object.keys(calls).filter((name): name is CallName => Object.hasOwn(calls, name));
/** Calls that name a profile: their schema refuses an input without one. */
const named = names.filter(name => {
  const parsed = calls[name].input.safeParse({});
  return !parsed.success && parsed.error.issues.some(issue => issue.path[0] === 'profileId');
});
const hostileIds = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '', 'gone'];

const find = (id: string) => (id === 'here' ? succeed(buildProfile({ id })) : fail('no-profile', 'gone'));

/** Handlers that note what reaches them, behind the guard. Only `here` exists. */
function build() {
  const reached: string[] = [];
  const recording = Object.fromEntries(
    names.map(name => [
      name,
      (_input: unknown, caller: unknown) => {
        reached.push(`${name} ${String(caller)}`);
        return Promise.resolve(succeed({}));
      },
    ]),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- made from the contract's own list of names
  const handlers = recording as unknown as Handlers;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each is asked by its name with whatever is under test
  const guarded = refuseUnknownProfiles(handlers, find) as unknown as Record<
    CallName,
    (...input: unknown[]) => unknown
  >;
  return { reached, guarded };
}

it('known profiles covers most calls of the contract', () => {
  expect(named.length).toBeGreaterThan(70);
  expect(named).toEqual(
    expect.arrayContaining(['oversight.save', 'workspaces.save', 'windows.restore', 'orders.cancel']),
  );
});

it.each(named)('%s answers no-profile for an unknown id of any form', async name => {
  const { reached, guarded } = build();
  for (const profileId of hostileIds)
    expect(await guarded[name]({ profileId })).toMatchObject({ ok: false, error: { kind: 'no-profile' } });
  expect(reached).toEqual([]);
  expect(await guarded[name]({ profileId: 'here' }, 'panel-2')).toEqual(succeed({}));
  expect(reached).toEqual([`${name} panel-2`]);
});

it('known profiles allows a call without a profile', async () => {
  const { reached, guarded } = build();
  await guarded['app.info']({});
  expect(reached).toEqual(['app.info undefined']);
});

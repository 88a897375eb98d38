import { describe, expect, it } from 'vitest';
import type { Log } from '#log/log.ts';
import { backendOf, createKeychain } from './keychain.ts';
import { askKeyring, forkKeyring, type Later, type StartKeyringProcess } from './process.ts';
import { type KeyringAnswer, type KeyringRequest, sortFailure } from './protocol.ts';

const origins = {
  spotUrl: 'https://spot.example.com',
  futuresUrl: 'https://futures.example.com',
  headerPrefix: 'SVC',
  keyVersion: '2',
} as const;
const grants = { mayTrade: false };
const binding = { origins, grants };
const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const secret = { key: 'k', secret: 's', passphrase: 'p' };
const quiet = () => {};
const never: Later = () => quiet;
const done = (text: string | null): KeyringAnswer => ({ state: 'done', text });

type Reply = (request: KeyringRequest, nth: number) => unknown;

/** A keychain process with the given answers; `hang` never answers. */
function fakeProcess(reply: Reply) {
  const asked: KeyringRequest[] = [];
  const log = { started: 0, killed: 0, alive: 0, mostAlive: 0 };
  const start: StartKeyringProcess = () => {
    log.started += 1;
    log.alive += 1;
    log.mostAlive = Math.max(log.mostAlive, log.alive);
    let hear: (answer: unknown) => void = quiet;
    let end: (reason: string) => void = quiet;
    return {
      send: request => {
        asked.push(request);
        const answer = reply(request, asked.length - 1);
        if (answer === 'die') queueMicrotask(() => end('the keychain process ended (1)'));
        else if (answer !== 'hang') queueMicrotask(() => hear(answer));
      },
      onAnswer: listener => {
        hear = listener;
      },
      onEnd: listener => {
        end = listener;
      },
      kill: () => {
        log.killed += 1;
        log.alive -= 1;
      },
    };
  };
  return { start, asked, log };
}

/** A keyring that works. */
function workingReply(): Reply {
  const items = new Map<string, string>();
  return request => {
    if (request.action === 'find') return done(null);
    const id = `${request.service}/${request.account}`;
    if (request.action === 'read') return done(items.get(id) ?? null);
    if (request.action === 'write') items.set(id, request.text);
    else items.delete(id);
    return done(null);
  };
}

const chain = (reply: Reply, platform: NodeJS.Platform = 'linux') => {
  const fake = fakeProcess(reply);
  return { ...fake, keychain: createKeychain({ start: fake.start, log: silent, platform, later: never }) };
};

describe('the keychain of Windows', () => {
  const large = { ...secret, secret: 'x'.repeat(1100) };

  it('rejects an item above the size limit of the system before writing', async () => {
    const { keychain, asked } = chain(workingReply(), 'win32');
    await keychain.save('p1', secret, binding);
    const before = asked.length;
    const refused = await keychain.save('p1', large, binding);
    expect(refused).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
    expect(refused.ok ? '' : refused.error.message).toMatch(
      /^This key with its policy takes \d+ bytes, and the Windows Credential Manager takes 2560 at most, so nothing was stored\./,
    );
    expect(asked).toHaveLength(before);
    expect(await keychain.read('p1', origins)).toEqual({ ok: true, value: { secret, grants } });
  });

  it.each(['linux', 'darwin'] as const)('has a limit that %s does not have', async platform => {
    expect(await chain(workingReply(), platform).keychain.save('p1', large, binding)).toMatchObject({ ok: true });
  });
});

describe('the deadline of the keychain', () => {
  it.each([
    ['linux', 10_000],
    ['win32', 10_000],
    ['darwin', 120_000], // a prompt for the password of the user
  ] as const)('allows on %s at most %i ms', async (platform, expected) => {
    const waits: number[] = [];
    const timer: Later = (_, ms) => {
      waits.push(ms);
      return quiet;
    };
    const { start } = fakeProcess(workingReply());
    await createKeychain({ start, log: silent, platform, later: timer }).probe();
    expect(new Set(waits)).toEqual(new Set([expected]));
  });
});

describe('the keychain', () => {
  it('starts no process before its first use', () => {
    expect(chain(workingReply()).log.started).toBe(0);
  });

  it('tests itself with a canary once, each step in its own process, and leaves no item', async () => {
    const { keychain, asked, log } = chain(workingReply());
    expect(await keychain.probe()).toEqual({ state: 'ready', detail: 'Secret Service' });
    expect(asked.map(request => request.action)).toEqual(['find', 'write', 'read', 'delete']);
    expect(log.killed).toBe(4);
    await keychain.save('p1', secret, binding);
    expect(asked.map(request => request.action).slice(4)).toEqual(['write']);
    expect(await keychain.read('p1', origins)).toEqual({ ok: true, value: { secret, grants } });
    expect(await keychain.remove('p1')).toMatchObject({ ok: true });
    expect(await keychain.read('p1', origins)).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
  });

  it('tests itself before the first secret is written, once for all callers at the same time', async () => {
    const { keychain, asked } = chain(workingReply());
    await Promise.all([keychain.save('a', secret, binding), keychain.save('b', secret, binding), keychain.probe()]);
    expect(asked.filter(request => request.action === 'find')).toHaveLength(1);
    expect(asked.at(-1)).toMatchObject({ action: 'write', account: 'b' });
  });

  it('needs no owner of the Secret Service on other systems than Linux', async () => {
    const { keychain, asked } = chain(workingReply(), 'darwin');
    expect(await keychain.probe()).toEqual({ state: 'ready', detail: 'macOS Keychain' });
    expect(asked[0]?.action).toBe('write');
    expect(backendOf('win32')).toBe('Windows Credential Manager');
  });

  it.each([0, 1, 2, 3])('writes no secret when step %i of the test fails', async step => {
    const works = workingReply();
    const { keychain, asked } = chain((request, nth) =>
      nth === step ? { state: 'locked', reason: 'IsLocked' } : works(request, nth),
    );
    expect(await keychain.save('p1', secret, binding)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(JSON.stringify(asked)).not.toContain('"p1"');
    // the next try tests again, and works
    expect(await keychain.save('p1', secret, binding)).toMatchObject({ ok: true });
  });

  it('rejects a keychain that a second process cannot read', async () => {
    const { keychain } = chain(request => ({ state: 'done', text: request.action === 'read' ? null : null }));
    expect(await keychain.probe()).toMatchObject({ state: 'missing' });
    expect(await keychain.save('p1', secret, binding)).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
  });

  it('reports a missing or different item as "cannot be read now"', async () => {
    for (const text of [null, 'no json', '{"key":"k"}']) {
      const { keychain } = chain(() => ({ state: 'done', text }));
      expect(await keychain.read('p1', origins)).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
    }
  });

  it('returns a key for the addresses it was entered for, and for no others', async () => {
    const { keychain } = chain(workingReply());
    await keychain.save('p1', secret, binding);
    expect(await keychain.read('p1', origins)).toEqual({ ok: true, value: { secret, grants } });
    for (const other of [
      { ...origins, spotUrl: 'https://evil.example' },
      { ...origins, futuresUrl: 'https://evil.example' },
      { ...origins, spotUrl: origins.futuresUrl, futuresUrl: origins.spotUrl },
      { ...origins, spotUrl: 'https://spot.example.com:8443' },
    ]) {
      const read = await keychain.read('p1', other);
      expect(read).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
      expect(read.ok ? '' : read.error.message).toContain(
        'was entered for https://spot.example.com and https://futures.example.com, but the profile now names',
      );
    }
  });

  it('returns no key under other header names, nor to send its passphrase unsigned', async () => {
    const { keychain } = chain(workingReply());
    await keychain.save('p1', secret, binding);
    for (const other of [
      { ...origins, headerPrefix: 'KC' },
      { ...origins, keyVersion: '1' as const },
    ]) {
      const read = await keychain.read('p1', other);
      expect(read).toMatchObject({ ok: false, error: { kind: 'no-secret' } });
      expect(read.ok ? '' : read.error.message).toContain('with the header prefix SVC and key version 2, but');
    }
  });

  it.each([
    ['its addresses', {}],
    ['its header names', { origins: { spotUrl: origins.spotUrl, futuresUrl: origins.futuresUrl }, grants }],
  ])('requests again a key that was stored without %s', async (_what, kept) => {
    const { keychain } = chain(() => done(JSON.stringify({ ...secret, ...kept })));
    expect(await keychain.read('p1', origins)).toMatchObject({
      ok: false,
      error: { kind: 'no-secret', message: expect.stringContaining('saved by an earlier version of Fathom') },
    });
  });

  it('stores the rights that the user allowed beside the key, and takes a key of an earlier version as read-only', async () => {
    const { keychain } = chain(workingReply());
    await keychain.save('p1', secret, { origins, grants: { mayTrade: true } });
    const kept = await Promise.all([
      keychain.changeGrants('p1', origins, before => ({ ...before, acts: { perSecond: 40, perMinute: 400 } })),
      keychain.changeGrants('p1', origins, before => ({ ...before, mayTrade: false })),
    ]);
    // one after the other: neither change is lost
    const both = { mayTrade: false, acts: { perSecond: 40, perMinute: 400 } };
    expect(kept[1]).toEqual({ ok: true, value: both });
    expect(await keychain.read('p1', origins)).toEqual({ ok: true, value: { secret, grants: both } });
    const elsewhere = { ...origins, spotUrl: 'https://evil.example' };
    expect(await keychain.changeGrants('p1', elsewhere, () => ({ mayTrade: true }))).toMatchObject({ ok: false });
    expect(await keychain.changeGrants('gone', origins, () => ({ mayTrade: true }))).toMatchObject({ ok: false });
    expect(await keychain.read('p1', origins)).toMatchObject({ value: { grants: both } });
    const before = chain(() => done(JSON.stringify({ ...secret, origins }))).keychain;
    expect(await before.read('p1', origins)).toEqual({ ok: true, value: { secret, grants: { mayTrade: false } } });
  });

  it('reports a failed read and a failed removal by their kind', async () => {
    const locked = chain(() => ({ state: 'locked', reason: 'x' })).keychain;
    expect(await locked.read('p1', origins)).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    expect(await locked.remove('p1')).toMatchObject({ ok: false, error: { kind: 'keychain-locked' } });
    const missing = chain(() => ({ state: 'missing', reason: 'x' })).keychain;
    expect(await missing.read('p1', origins)).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
    const failing = createKeychain({
      start: fakeProcess((request, nth) => (nth === 4 ? { state: 'missing', reason: 'gone' } : workingCanary(request)))
        .start,
      log: silent,
      platform: 'linux',
      later: never,
    });
    expect(await failing.save('p1', secret, binding)).toMatchObject({ ok: false, error: { kind: 'no-keychain' } });
  });

  it('runs one request at a time', async () => {
    const { keychain, log } = chain(workingReply());
    await Promise.all(Array.from({ length: 20 }, (_, n) => keychain.save(`p${n}`, secret, binding)));
    expect(log.mostAlive).toBe(1);
    expect(log.alive).toBe(0);
  });
});

let lastCanary: string | null = null;
function workingCanary(request: KeyringRequest): KeyringAnswer {
  if (request.action === 'write') lastCanary = request.text;
  return { state: 'done', text: request.action === 'read' ? lastCanary : null };
}

const request: KeyringRequest = { action: 'read', service: 's', account: 'a' };
const ask = (start: StartKeyringProcess) => askKeyring({ start, request, deadlineMs: 1, later: never });
const broken = () => {
  throw new Error('EAGAIN');
};

describe('a keyring process', () => {
  it('a keyring process is ended when it does not answer in time, and reported as locked', async () => {
    const { start, log } = fakeProcess(() => 'hang');
    let fire: () => void = quiet;
    let scheduledMs = 0;
    const answer = askKeyring({
      start,
      request,
      deadlineMs: 10_000,
      later: (what, ms) => {
        fire = what;
        scheduledMs = ms;
        return quiet;
      },
    });
    expect(scheduledMs).toBe(10_000);
    fire();
    expect(await answer).toEqual({ state: 'locked', reason: 'no answer within 10 s' });
    expect(log.killed).toBe(1);
  });

  it('a keyring process is reported as a missing keychain when it ends, answers nonsense or does not start', async () => {
    expect(await ask(fakeProcess(() => 'die').start)).toMatchObject({ state: 'missing' });
    expect(await ask(fakeProcess(() => ({ state: 'what' })).start)).toMatchObject({ state: 'missing' });
    expect(await ask(broken)).toMatchObject({ state: 'missing' });
  });

  it('a keyring process is reported when the program cannot be started at all', async () => {
    const answer = await askKeyring({
      start: forkKeyring('/nowhere/child.js', {}),
      request,
      deadlineMs: 60_000,
      later: never,
    });
    expect(answer).toMatchObject({ state: 'missing' });
  });

  it.each([
    ['org.freedesktop.Secret.Error.IsLocked: Cannot get secret of a locked object', 'locked'],
    ['Secret Service: unlock prompt was dismissed', 'locked'],
    ['Secret Service: no result found', 'locked'],
    ['User interaction is not allowed.', 'locked'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'missing'],
    ['DBus error: Using X11 for dbus-daemon autolaunch was disabled', 'missing'],
  ])('reports "%s" as %s', (message, state) => {
    expect(sortFailure(new Error(message))).toEqual({ state, reason: message });
    expect(sortFailure('x'.repeat(999))).toEqual({ state: 'missing', reason: 'x'.repeat(200) });
  });
});

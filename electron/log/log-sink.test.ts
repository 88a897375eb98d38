import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createLog } from './create-log.ts';
import { createFileLog, type FileLog } from './file-log.ts';
import type { LogValue } from './log.ts';
import { createLogSink, type LogFiles } from './log-sink.ts';
import { createRedactor } from './redact.ts';
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from './testing/small-disk.ts';

let folder: string;
let troubles: unknown[];
const file = () => join(folder, 'fathom.log');
const onTrouble = (cause: unknown) => void troubles.push(cause);
const eventsIn = (text: string) =>
  text
    .split('\n')
    .filter(line => line.startsWith('{') && line.endsWith('}'))
    .map(line => /"event":"([^"]*)"/.exec(line)?.[1]);
const eventsOf = (path: string) => eventsIn(readFileSync(path, 'utf8'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-sink-'));
  troubles = [];
});
afterEach(() => removeFolder(folder));

const open = (): FileLog => createFileLog({ file: file(), redactor: createRedactor(), onTrouble });

function errorOf(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** A disk in memory with the given space; `failure` makes every call fail. */
function fakeFiles(room: { bytes: number; failure: string | null }) {
  const text = { written: '' };
  const check = () => {
    if (room.failure !== null) throw errorOf(room.failure);
  };
  const files: LogFiles = {
    open: () => {
      check();
      return 7;
    },
    write: (_, bytes, from) => {
      check();
      const taken = Math.min(room.bytes, bytes.length - from);
      if (taken === 0) throw errorOf('ENOSPC');
      room.bytes -= taken;
      text.written += Buffer.from(bytes.subarray(from, from + taken)).toString('utf8');
      return taken;
    },
    stat: () => ({ size: text.written.length, nlink: 1, ino: 1 }),
    rename: check,
    close: check,
  };
  return { files, text };
}

describe('a log that cannot be written', () => {
  // an open that waits for a reader never returns
  it.skipIf(process.platform === 'win32')('does not block when a named pipe is in its place', () => {
    execFileSync('mkfifo', [file()]);
    const log = open();
    expect(troubles).toEqual([expect.objectContaining({ code: 'ENXIO' })]);
    rmSync(file());
    log.info('after');
    log.close();
    expect(eventsOf(file())).toEqual(['after']);
  });

  it('never throws, and writes the lines of a full disk in sequence when space is free (fault 12)', () => {
    const room = { bytes: 40, failure: null };
    const { files, text } = fakeFiles(room);
    const sink = createLogSink({ file: '/x', onTrouble, files });
    for (let n = 0; n < 5; n += 1) sink.write(`{"event":"line ${n}"}\n`);
    expect(troubles).toMatchObject([{ code: 'ENOSPC' }]); // reported once
    expect(sink.recover()).toMatchObject({ code: 'ENOSPC' });
    room.bytes = 10_000;
    expect(sink.recover()).toBeNull();
    sink.write('{"event":"line 5"}\n');
    // the truncated text is on a line of its own
    expect(text.written).toContain('\n{"\n{"event":"line 2"}\n');
    expect(eventsIn(text.written)).toEqual([0, 1, 2, 3, 4, 5].map(n => `line ${n}`));
  });

  it.each(['EACCES', 'EIO', 'EROFS', 'ENOENT', 'EBADF'])(
    'keeps lines in memory after %s, from the first one on',
    code => {
      const room: { bytes: number; failure: string | null } = { bytes: 10_000, failure: code };
      const { files, text } = fakeFiles(room);
      const sink = createLogSink({ file: '/x', onTrouble, files });
      sink.write('a\n');
      sink.write('b\n');
      expect(troubles[0]).toMatchObject({ code });
      room.failure = null;
      expect(sink.recover()).toBeNull();
      expect(text.written).toBe('a\nb\n');
      room.failure = code;
      expect(() => sink.close()).not.toThrow();
    },
  );

  it('keeps a bounded number of newest lines, and states how many were dropped', () => {
    const room: { bytes: number; failure: string | null } = { bytes: 1e9, failure: 'EIO' };
    const { files, text } = fakeFiles(room);
    const sink = createLogSink({ file: '/x', onTrouble, files });
    for (let n = 0; n < 3000; n += 1) sink.write(`${n}\n`);
    room.failure = null;
    expect(sink.recover()).toBeNull();
    const lines = text.written.trim().split('\n');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'log.lines-dropped', count: 1000 });
    expect(lines.slice(1)).toEqual(Array.from({ length: 2000 }, (_, n) => String(n + 1000)));
  });

  it('creates its folder again when it was removed', () => {
    const log = open();
    log.info('before');
    removeFolder(folder);
    log.info('after');
    log.close();
    expect(eventsOf(file())).toEqual(['after']);
    expectMode(file(), 0o600);
    expectMode(folder, 0o700);
  });

  it('continues after its descriptor was closed, and never writes to the file that reuses the number', () => {
    const probe = openSync(join(folder, 'probe'), 'w');
    closeSync(probe); // the next file to be opened has this number
    const log = open();
    log.info('before');
    closeSync(probe);
    const other = openSync(join(folder, 'other'), 'w');
    expect(other).toBe(probe);
    log.info('after');
    log.close();
    closeSync(other);
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('');
    expect(eventsOf(file())).toEqual(['before', 'after']);
  });

  it('opens in an unusable folder, and says so', () => {
    const blocked = join(folder, 'plain');
    writeFileSync(blocked, '');
    const log = createFileLog({ file: join(blocked, 'fathom.log'), redactor: createRedactor(), onTrouble });
    expect(troubles).toHaveLength(1);
    expect(() => log.error('kept')).not.toThrow();
    rmSync(blocked);
    expect(log.recover()).toBeNull();
    expect(eventsOf(join(blocked, 'fathom.log'))).toEqual(['kept']);
    log.close();
  });

  it('continues after unreadable fields and a destination that throws', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const log = createLog({ destination, level: 'info' });
    const trap = {
      get reason(): LogValue {
        throw new Error('no such field');
      },
    };
    expect(() => log.error('trapped', trap)).not.toThrow();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'log.failed', reason: 'no such field' });
    const broken = {
      write: () => {
        throw new Error('closed');
      },
    };
    expect(() => createLog({ destination: broken, level: 'info' }).info('x')).not.toThrow();
  });
});

it('log sink rotates while it runs, and keeps one old file', () => {
  const log = createFileLog({ file: file(), redactor: createRedactor(), largestBytes: 1000 });
  for (let n = 0; n < 50; n += 1) log.info(`event ${n}`);
  log.close();
  expect(statSync(file()).size).toBeLessThanOrEqual(1100);
  expect(statSync(`${file()}.1`).size).toBeLessThanOrEqual(1100);
  expect(existsSync(`${file()}.2`)).toBe(false);
  expect(eventsOf(file()).at(-1)).toBe('event 49');
});

const why = whyNoSmallDisk();

describe.skipIf(why !== null)(why === null ? 'on a real full disk' : `on a real full disk (skipped: ${why})`, () => {
  let disk: SmallDisk;
  beforeEach(() => {
    disk = mountSmallDisk('1m');
  });
  afterEach(() => disk.unmount());

  it('log sink continues in memory, and is complete when space is free again (fault 12)', () => {
    const path = join(disk.folder, 'fathom.log');
    const log = createFileLog({ file: path, redactor: createRedactor(), onTrouble });
    log.info('before');
    disk.fill();
    for (let n = 0; n < 200; n += 1) log.info(`full ${n}`, { filler: 'x'.repeat(200) });
    expect(troubles).toMatchObject([{ code: 'ENOSPC' }]);
    disk.makeRoom();
    expect(log.recover()).toBeNull();
    log.info('after');
    log.close();
    expect(eventsOf(path)).toEqual(['before', ...Array.from({ length: 200 }, (_, n) => `full ${n}`), 'after']);
  });

  it('log sink can be opened on a full disk (fault 12)', () => {
    disk.fill();
    const log = createFileLog({ file: join(disk.folder, 'logs', 'fathom.log'), redactor: createRedactor(), onTrouble });
    log.info('first');
    expect(troubles.length).toBeGreaterThan(0);
    disk.makeRoom();
    expect(log.recover()).toBeNull();
    expect(eventsOf(join(disk.folder, 'logs', 'fathom.log'))).toEqual(['first']);
    log.close();
  });
});

import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { type LateFiles, lateNameOf } from '../atomic-file.ts';
import { createLateWriter, type LateWriter } from './late-writer.ts';

let folder = '';
let path = '';
let writer: LateWriter | null = null;
/** end the writes that a test left open: a folder with an open file cannot be removed everywhere */
let releases: (() => Promise<void>)[] = [];

beforeEach(() => {
  releases = [];
  folder = mkdtempSync(join(tmpdir(), 'fathom-late-'));
  path = join(folder, 'settings.json');
});
afterEach(async () => {
  writer?.close();
  for (const release of releases) await release();
  removeFolder(folder);
});

/** A writer on real files, and the end of its next write. */
function start(files?: LateFiles) {
  const causes: unknown[] = [];
  let next = Promise.withResolvers<unknown>();
  const created = createLateWriter({
    path,
    pauseMs: 0,
    files,
    onWritten: cause => {
      causes.push(cause);
      const ended = next;
      next = Promise.withResolvers<unknown>();
      ended.resolve(cause);
    },
  });
  writer = created;
  return { created, causes, nextEnd: () => next.promise };
}

type Step = 'open' | 'write' | 'flush' | 'close';

/** Real files; the step named waits until it is released. */
function waitingAt(step: Step) {
  const reached = Promise.withResolvers<undefined>();
  const released = Promise.withResolvers<undefined>();
  const closed = Promise.withResolvers<undefined>();
  const renamed: string[] = [];
  const pass = async (name: Step): Promise<void> => {
    if (name !== step) return;
    reached.resolve(undefined);
    await released.promise;
  };
  const files: LateFiles = {
    open: async (opened, flags, mode) => {
      await pass('open');
      const file = await open(opened, flags, mode);
      return {
        writeFile: async text => {
          await pass('write');
          await file.writeFile(text);
        },
        sync: async () => {
          await pass('flush');
          await file.sync();
        },
        close: async () => {
          await pass('close');
          await file.close();
          closed.resolve(undefined);
        },
      };
    },
    rename: from => void renamed.push(from),
  };
  const release = async (): Promise<void> => {
    released.resolve(undefined);
    await closed.promise;
    // what follows the close of the file has run after that
    await new Promise(resolve => setImmediate(resolve));
  };
  releases.push(release);
  return { files, renamed, reached: reached.promise, release };
}

describe('the late writer', () => {
  it('writes nothing in the turn of the change, and combines many changes into one write', async () => {
    const { created, causes, nextEnd } = start();
    const made: number[] = [];
    for (let n = 0; n < 1000; n += 1)
      created.write(() => {
        made.push(n);
        return `text ${n}`;
      });
    expect([made, existsSync(path)]).toEqual([[], false]);
    expect(await nextEnd()).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe('text 999');
    expect([made, causes]).toEqual([[999], [null]]);
  });

  it('runs one write at a time and writes the newest text after it', async () => {
    const { created, nextEnd } = start();
    created.write(() => {
      created.write(() => 'second');
      created.write(() => 'third');
      return 'first';
    });
    await nextEnd();
    expect(readFileSync(path, 'utf8')).toBe('first');
    await nextEnd();
    expect(readFileSync(path, 'utf8')).toBe('third');
  });

  it.each(['open', 'write', 'flush', 'close'] as const)(
    'leaves the last complete file when the program ends during %s',
    async step => {
      writeFileSync(path, 'whole');
      const { files, reached } = waitingAt(step);
      const { created } = start(files);
      created.write(() => 'half');
      await reached;
      // what a program finds that starts now
      expect(readFileSync(path, 'utf8')).toBe('whole');
    },
  );

  it('writes the newest text when it is closed, and an open write does not replace it', async () => {
    const { files, renamed, reached, release } = waitingAt('flush');
    const { created, causes } = start(files);
    created.write(() => 'old');
    await reached;
    created.write(() => 'new');
    created.close();
    expect(readFileSync(path, 'utf8')).toBe('new');
    await release();
    expect([renamed, causes]).toEqual([[], []]);
    created.write(() => 'later');
    created.close();
    expect(readFileSync(path, 'utf8')).toBe('new');
  });

  it('writes the text again at the close when the open write did not end', async () => {
    const { files, reached } = waitingAt('open');
    const { created } = start(files);
    created.write(() => 'only');
    await reached;
    created.close();
    expect(readFileSync(path, 'utf8')).toBe('only');
    expect(existsSync(lateNameOf(path))).toBe(false);
  });

  it('reports a failed write, keeps the file and writes the text at the close', async () => {
    writeFileSync(path, 'whole');
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const { created, nextEnd } = start({
      open,
      rename: () => {
        throw full;
      },
    });
    created.write(() => 'new');
    expect(await nextEnd()).toBe(full);
    expect([created.failure(), readFileSync(path, 'utf8'), existsSync(lateNameOf(path))]).toEqual([
      full,
      'whole',
      false,
    ]);
    created.close();
    expect(readFileSync(path, 'utf8')).toBe('new');
  });
});

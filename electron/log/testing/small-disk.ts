import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '#os/testing/remove-folder.ts';

/** A real file system of its own that is soon full: for tests. Only root on Linux can make one. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes every byte that is left. */
  readonly fill: () => void;
  /** Gives those bytes back. */
  readonly makeRoom: () => void;
  readonly unmount: () => void;
}

/** Why there can be no such disk on this machine; null when there can. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'tmpfs is a Linux file system';
  if (process.getuid?.() !== 0) return 'only root may mount';
  try {
    mountSmallDisk('1m').unmount();
    return null;
  } catch (cause) {
    return `mount: ${cause instanceof Error ? cause.message.split('\n')[0] : String(cause)}`;
  }
}

/** `size` as mount takes it: `2m`. */
export function mountSmallDisk(size: string): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'fathom-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'fathom-test', folder], { stdio: 'pipe' });
  const ballast = join(folder, 'ballast');
  const fill = () => {
    const file = openSync(ballast, 'a');
    try {
      for (const piece of [65_536, 4096, 1]) takeAll(file, Buffer.alloc(piece, 'x'));
    } finally {
      closeSync(file);
    }
  };
  return {
    folder,
    fill,
    makeRoom: () => rmSync(ballast, { force: true }),
    unmount: () => {
      // lazily: what a test has forgotten to close must not keep it mounted
      execFileSync('umount', ['-l', folder], { stdio: 'pipe' });
      removeFolder(folder);
    },
  };
}

function takeAll(file: number, piece: Buffer): void {
  for (;;) {
    try {
      writeSync(file, piece);
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC') return;
      throw cause;
    }
  }
}

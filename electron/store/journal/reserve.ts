import { closeSync, constants, fsyncSync, openSync, statSync, writeSync } from 'node:fs';
import { operatingSystem } from '#os/operating-system.ts';
import { codeOf } from '../atomic-file.ts';

/** Room on the disk that is kept for what must be written when the disk is full: cancels and the outcome of actions. */
export interface Reserve {
  /** Takes the room if it is not held. Throws what the file system throws, and then holds a smaller piece if it can. */
  readonly take: () => void;
  /** Gives the room free. False when none was held. Never throws. */
  readonly release: () => boolean;
}

export interface ReserveOptions {
  readonly path: string;
  readonly bytes: number;
}

export function createReserve({ path, bytes }: ReserveOptions): Reserve {
  return {
    take: () => {
      if (sizeOf(path) === bytes) return;
      operatingSystem.removeFile(path);
      try {
        fillFile(path, bytes);
      } catch (cause) {
        takePiece(path);
        throw cause;
      }
    },
    release: () => {
      try {
        const isHeld = sizeOf(path) > 0;
        operatingSystem.removeFile(path);
        return isHeld;
      } catch {
        return false; // a folder that cannot be changed holds no room for us either
      }
    },
  };
}

/** Enough for some cancels, and little enough to leave the rest of a full disk to those who run on it. */
const pieceBytes = 65_536;

function takePiece(path: string): void {
  operatingSystem.removeFile(path);
  try {
    fillFile(path, pieceBytes);
  } catch {
    operatingSystem.removeFile(path); // not even that; the caller throws why
  }
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return 0;
    throw cause;
  }
}

/** Written byte by byte: a file that was only made long takes no room. */
function fillFile(path: string, bytes: number): void {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const file = openSync(path, flags, 0o600);
  try {
    const piece = Buffer.alloc(Math.min(bytes, 65_536), 'fathom reserve ');
    for (let left = bytes; left > 0; ) left -= writeSync(file, piece, 0, Math.min(left, piece.length));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

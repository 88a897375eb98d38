import { join } from 'node:path';
import * as z from 'zod/mini';
import { readPrivateFile, writePrivateFile } from '../atomic-file.ts';
import { fileLimitBytes } from '../documents/limits.ts';
import type { ChainEnd } from './chain.ts';

/** How far the chain reaches, in a file beside the database, so that an older copy of the database is found. */

const Anchor = z.object({ n: z.int(), hash: z.string() });
const anchorFile = (dataDir: string) => join(dataDir, 'audit-end.json');

/** Throws what the file system throws. */
export function writeAnchor(dataDir: string, { n, hash }: ChainEnd): void {
  writePrivateFile(anchorFile(dataDir), JSON.stringify({ n, hash }));
}

/** Null when there is none, or none that can be read. */
export function readAnchor(dataDir: string): ChainEnd | null {
  try {
    return Anchor.parse(JSON.parse(readPrivateFile(anchorFile(dataDir), fileLimitBytes.record) ?? ''));
  } catch {
    return null;
  }
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { remove } from './os/operating-system.mjs';

const script = fileURLToPath(new URL('checksums.mjs', import.meta.url));
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-checksums-'));
});
afterEach(() => remove(folder));

const run = () => spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });

it('checksums have a line for each package and for nothing else', () => {
  writeFileSync(join(folder, 'Fathom-0.1.0.AppImage'), 'abc');
  writeFileSync(join(folder, 'builder-debug.yml'), 'no package');
  expect(run().status).toBe(0);
  const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(readFileSync(join(folder, 'SHA256SUMS'), 'utf8')).toBe(`${abc}  Fathom-0.1.0.AppImage\n`);
});

it('checksums fail without a package', () => {
  expect(run().status).toBe(1);
});

import { mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectMode } from '#os/testing/file-mode.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createFileLog } from './file-log.ts';
import { createRedactor } from './redact.ts';

let folder: string;
const file = () => join(folder, 'fathom.log');
const canary = 'Sup3r/Secret+canary';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-log-'));
});
afterEach(() => {
  removeFolder(folder);
});

it('file log writes one line per event, readable by its owner only', () => {
  writeFileSync(file(), '', { mode: 0o644 });
  const log = createFileLog({ file: file(), redactor: createRedactor() });
  log.info('client.answered', { status: 200, pools: ['spot'], isFrozen: false, code: null });
  log.debug('too.quiet');
  log.warn('link.lost');
  log.error('journal.failed', { reason: 'EROFS' });
  log.close();
  const lines = readFileSync(file(), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as unknown);
  expect(lines).toEqual([
    expect.objectContaining({ event: 'client.answered', status: 200, pools: ['spot'], isFrozen: false, code: null }),
    expect.objectContaining({ event: 'link.lost', level: 40 }),
    expect.objectContaining({ event: 'journal.failed', reason: 'EROFS' }),
  ]);
  expectMode(file(), 0o600);
});

it('file log never writes a secret in any form, by name or by value', () => {
  const redactor = createRedactor();
  redactor.hide(canary);
  redactor.hide('abc'); // too short to be distinguished from a word
  const log = createFileLog({ file: file(), redactor });
  const bytes = Buffer.from(canary);
  const forms = [
    canary,
    encodeURIComponent(canary),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    Array.from(canary).toReversed().join(''),
  ];
  log.error(`failed.${canary}`, { detail: `before ${forms.join(' ')} after`, list: [forms[3], ['abc']] });
  log.info('named', {
    'KC-API-KEY': 'unregistered',
    passphrase: 'unregistered',
    apiSecret: 'unregistered',
    symbol: 'X',
  });
  log.close();
  const text = readFileSync(file(), 'utf8');
  for (const form of forms) expect(text).not.toContain(form);
  expect(text).not.toContain('unregistered');
  expect(text).toContain('before [hidden]');
  expect(text).toContain('"abc"');
  expect(text).toContain('"symbol":"X"');
});

it('file log keeps one old file and starts a new one at its size limit', () => {
  writeFileSync(file(), 'x'.repeat(5 * 1024 * 1024 + 1));
  createFileLog({ file: file(), redactor: createRedactor() }).close();
  expect(statSync(`${file()}.1`).size).toBeGreaterThan(5 * 1024 * 1024);
  expect(statSync(file()).size).toBe(0);
});

it('file log drops lines after its end', () => {
  const log = createFileLog({ file: file(), redactor: createRedactor() });
  log.close();
  log.close();
  log.error('too.late');
  expect(statSync(file()).size).toBe(0);
});

it('file log follows no symbolic link', () => {
  writeFileSync(join(folder, 'victim'), '');
  symlinkSync(join(folder, 'victim'), file());
  const troubles: unknown[] = [];
  const onTrouble = (cause: unknown) => void troubles.push(cause);
  const log = createFileLog({ file: file(), redactor: createRedactor(), onTrouble });
  log.error('not.there');
  log.close();
  expect(troubles).toMatchObject([{ code: 'ELOOP' }]);
  expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('');
});

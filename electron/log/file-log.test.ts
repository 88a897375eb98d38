import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFileLog } from './file-log.ts';
import { createRedactor } from './redact.ts';

let folder: string;
const file = () => join(folder, 'fathom.log');
const canary = 'Sup3r/Secret+canary';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-log-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

it('writes one line an event, for its owner only', () => {
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
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it('never writes a secret, by name or by value, in none of its forms', () => {
  const redactor = createRedactor();
  redactor.hide(canary);
  redactor.hide('abc'); // too short to be told from a word
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

it('keeps one old file and starts anew when it has grown large', () => {
  writeFileSync(file(), 'x'.repeat(5 * 1024 * 1024 + 1));
  createFileLog({ file: file(), redactor: createRedactor() }).close();
  expect(statSync(`${file()}.1`).size).toBeGreaterThan(5 * 1024 * 1024);
  expect(statSync(file()).size).toBe(0);
});

it('drops what comes after the end', () => {
  const log = createFileLog({ file: file(), redactor: createRedactor() });
  log.close();
  log.close();
  log.error('too.late');
  expect(statSync(file()).size).toBe(0);
});

it('follows no symbolic link', () => {
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

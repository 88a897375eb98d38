import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { splitLines } from './lines.ts';
import { contentSecurityPolicy, deskContentPolicy, type PageFiles, pageFileName, readPageFiles } from './page-files.ts';
import { chromiumOrigin, devOrigin, electronOrigin, isOfOrigin, originOf } from './page-origin.ts';

let above: string;
let files: PageFiles;

beforeAll(() => {
  above = mkdtempSync(join(tmpdir(), 'fathom-page-'));
  const folder = join(above, 'page');
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(above, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'index.de.html'), '<!doctype html><html lang="de">');
  writeFileSync(join(folder, 'assets', 'index-Ab_1.js'), '1');
  writeFileSync(join(folder, 'assets', 'index.js.map'), '{}');
  writeFileSync(join(folder, '.env'), 'KEY=1');
  symlinkSync(join(above, 'secret.html'), join(folder, 'link.html'));
  files = readPageFiles(folder);
});
afterAll(() => removeFolder(above));

describe('readPageFiles', () => {
  it('returns the page in the chosen language, and the English one when there is none', () => {
    let language = 'de';
    const spoken = readPageFiles(join(above, 'page'), { language: () => language });
    const page = () => spoken.answer('/').body.toString();
    expect(page()).toContain('lang="de"');
    expect(spoken.answer('/index.html').body.toString()).toBe(page());
    for (language of ['en', 'fr', '../../secret']) expect(page()).toBe('<!doctype html>');
  });

  it.each([
    ['/', 'text/html; charset=utf-8'],
    ['/index.html', 'text/html; charset=utf-8'],
    ['/assets/index-Ab_1.js', 'text/javascript; charset=utf-8'],
  ])('serves %s with the policy', (path, type) => {
    const reply = files.answer(path);
    expect(reply.status).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': type,
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(reply.body.length).toBeGreaterThan(0);
  });

  it.each([
    '/../secret.html',
    '/assets/../../secret.html',
    '/%2e%2e/secret.html',
    '/..%2fsecret.html',
    '/%252e%252e/secret.html',
    '/index.html%00.js',
    '/index.html\0',
    '/assets\\..\\..\\secret.html',
    '/assets%5c..%5csecret.html',
    '//secret.html',
    '//etc/passwd',
    '/assets//index-Ab_1.js',
    '/.env',
    '/./index.html',
    '',
    'index.html',
    '/C:/windows/win.ini',
    `/${'a'.repeat(600)}`,
    '/index.html?x',
    '/%E0%A4%A',
  ])('rejects %j', path => {
    const reply = files.answer(path);
    expect(reply.status).toBe(403);
    expect(reply.body.length).toBe(0);
  });

  it.each(['/link.html', '/secret.html', '/assets', '/assets/index.js.map', '/favicon.ico'])(
    'returns nothing for %s',
    path => {
      const reply = files.answer(path);
      expect(reply.status).toBe(404);
      expect(reply.headers['content-security-policy']).toBe(contentSecurityPolicy);
    },
  );

  it('names the start page', () => {
    expect(pageFileName('/')).toBe('index.html');
  });
});

describe('contentSecurityPolicy', () => {
  it('contentSecurityPolicy is the agreed one', () => {
    expect(contentSecurityPolicy).toMatchInlineSnapshot(
      `"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'none'; worker-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'"`,
    );
  });

  it('allows one more worker of the page, and one address factory', () => {
    expect(deskContentPolicy.split('; ').filter(rule => !contentSecurityPolicy.includes(rule))).toEqual([
      "worker-src 'self'",
      'trusted-types fathom-drawing',
    ]);
    expect(
      readPageFiles(join(above, 'page'), { policy: deskContentPolicy }).answer('/').headers['content-security-policy'],
    ).toBe(deskContentPolicy);
  });
});

/** Addresses that resemble our page and are not. */
const foreign = [
  'app://main.evil/',
  'app://main@evil/',
  'app://user@main/',
  'app://user:word@main/',
  'app://main:80/',
  'app://main./',
  'app://maın/',
  'app:main',
  'app:///main',
  'https://fathom.invalid.evil.com/',
  'https://fathom.invalid@evil.com/',
  'https://user@fathom.invalid/',
  'https://fathom.invalid./',
  'https://fathom.invalid:8443/',
  'https://fathom。invalid.evil/',
  'https://xn--fathm-0ra.invalid/',
  'http://fathom.invalid/',
  'wss://fathom.invalid/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://fathom.invalid/1',
  'about:blank',
  'view-source:https://fathom.invalid/',
  '//fathom.invalid/',
  '',
];

describe('isOfOrigin', () => {
  it.each(foreign)('rejects %s as our page', url => {
    expect(isOfOrigin(url, electronOrigin)).toBe(false);
    expect(isOfOrigin(url, chromiumOrigin)).toBe(false);
  });

  it('accepts our page', () => {
    expect(isOfOrigin('app://main/index.html?a#b', electronOrigin)).toBe(true);
    expect(isOfOrigin('https://fathom.invalid/', chromiumOrigin)).toBe(true);
    expect(isOfOrigin('HTTPS://FATHOM.INVALID:443/x', chromiumOrigin)).toBe(true);
    expect(originOf('https://Example.com:8443/a')).toBe('https://example.com:8443');
  });
});

describe('devOrigin', () => {
  it.each([
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['http://127.0.0.1:5173/', 'http://127.0.0.1:5173'],
    [undefined, null],
    ['', null],
    ['http://localhost:5173', null],
    ['http://127.0.0.1', null],
    ['http://127.0.0.1.evil.com:1', null],
    ['https://127.0.0.1:1', null],
    ['http://user@127.0.0.1:1', null],
    ['http://10.0.0.1:80', null],
  ])('reads %s as %s', (text, origin) => {
    expect(devOrigin(text)).toBe(origin);
  });
});

describe('splitLines', () => {
  it('joins lines and characters from pieces', () => {
    const lines: string[] = [];
    const take = splitLines(line => lines.push(line));
    const bytes = Buffer.from('one\ntwø\nthree');
    take(bytes.subarray(0, 2));
    take(bytes.subarray(2, 7)); // in the middle of ø
    take(bytes.subarray(7));
    expect(lines).toEqual(['one', 'twø']);
  });
});

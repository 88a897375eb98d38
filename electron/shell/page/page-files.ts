import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** The page that a shell serves: its files, their names, and their content policy. Shared by both shells. */

interface Allowed {
  readonly workers: string;
  /** makers of script addresses */
  readonly scriptAddresses: string;
}

/** The policy of docs/faults.md §1. `connect-src 'none'`: the page never talks to the network, and no thread of it does. */
const policyWith = ({ workers, scriptAddresses }: Allowed): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'none'",
    // without it a worker falls back to script-src
    `worker-src ${workers}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${scriptAddresses}`,
  ].join('; ');

/** A worker is a page without a window to watch, so there is none. */
export const contentSecurityPolicy = policyWith({ workers: "'none'", scriptAddresses: "'none'" });

/**
 * The desk's page has one worker, which draws its books (renderer/lib/drawing). It is a file of the page's own, comes with
 * this very policy, and its address is made by the one maker of this name that a page can have.
 */
export const deskContentPolicy = policyWith({ workers: "'self'", scriptAddresses: 'fathom-drawing' });

/** Closed: a file of any other kind is not part of the page and is not served. */
const mimeTypes: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.woff2', 'font/woff2'],
]);

const longestPath = 512;

interface PageReply {
  readonly status: 200 | 403 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PageFiles {
  /** Returns the raw path of a URL: percent-encoded, with its leading slash, without query. */
  answer(encodedPath: string): PageReply;
}

function headersFor(contentType: string, policy: string): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

function errorReply(status: 403 | 404): PageReply {
  const headers = headersFor('text/plain; charset=utf-8', contentSecurityPolicy);
  return { status, headers, body: Buffer.alloc(0) };
}

/**
 * The name of a page file that an encoded URL path asks for, or null when it tries to be anything but a plain path:
 * dots that climb, a second round of encoding, backslashes, NUL, empty segments, overlong.
 */
export function pageFileName(encodedPath: string): string | null {
  if (encodedPath.length > longestPath || !encodedPath.startsWith('/')) return null;
  if (encodedPath === '/') return homeName;
  // The build writes plain names only, so whatever needs decoding was never ours.
  if (!/^[A-Za-z0-9._/-]+$/.test(encodedPath)) return null;
  const segments = encodedPath.slice(1).split('/');
  const isPlain = segments.every(segment => segment !== '' && !segment.startsWith('.'));
  return isPlain ? segments.join('/') : null;
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile()) // a symbolic link is none: nothing outside the folder gets in
    .map(entry => join(entry.parentPath, entry.name));
}

const homeName = 'index.html';

interface PageOptions {
  readonly language?: () => string;
  readonly policy?: string;
}

/**
 * Reads the built page into memory, once. A request is a lookup by name among the read files, so no request can reach
 * the disk. The page itself has one name in every language: `language` chooses the present page, and the English one
 * replaces a missing language. Throws when the folder is missing.
 */
export function readPageFiles(
  folder: string,
  { language = () => 'en', policy = contentSecurityPolicy }: PageOptions = {},
): PageFiles {
  const replies = new Map<string, PageReply>();
  for (const file of listFiles(folder)) {
    const contentType = mimeTypes.get(extname(file));
    if (contentType === undefined) continue;
    const name = relative(folder, file).split(sep).join('/');
    replies.set(name, { status: 200, headers: headersFor(contentType, policy), body: readFileSync(file) });
  }
  return {
    answer: encodedPath => {
      const name = pageFileName(encodedPath);
      if (name === null) return errorReply(403);
      const spoken = name === homeName ? replies.get(`index.${language()}.html`) : undefined;
      return spoken ?? replies.get(name) ?? errorReply(404);
    },
  };
}

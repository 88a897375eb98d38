import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Directory, IssuedKey, KeyPermission } from '../accounts/types.ts';
import { type Failure, gateway } from './failures.ts';

/** A timestamp this far from the server's clock, or farther, is refused (docs/exchange/authentication.md §6). */
const clockToleranceMs = 5000;

interface SignedRequest {
  readonly method: string;
  /** request target as it came over the wire, query included */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  /** the exact bytes of the body; empty when there was none */
  readonly body: Uint8Array;
  readonly clientIp: string;
}

interface AuthenticatorOptions {
  readonly directory: Directory;
  readonly headerPrefix: string;
}

type Identity = { readonly ok: true; readonly key: IssuedKey } | { readonly ok: false; readonly failure: Failure };

interface CredentialHeaders {
  readonly key: string;
  readonly sign: string;
  readonly timestamp: string;
  readonly passphrase: string;
  readonly version: string;
}

/** docs/exchange/authentication.md: who signed a request, or why it is refused. */
export interface Authenticator {
  /** `permission`: the right that the key has to carry */
  identify(request: SignedRequest, permission: KeyPermission, nowMs: number): Identity;
}

export function createAuthenticator({ directory, headerPrefix: prefix }: AuthenticatorOptions): Authenticator {
  return {
    identify(request, permission, nowMs) {
      const credentials = credentialsOf(request.headers, prefix);
      if (credentials === null) return refused(gateway.headersMissing(prefix));
      if (!isTimely(credentials.timestamp, nowMs)) return refused(gateway.timestamp(prefix));
      const key = directory.keyOf(credentials.key);
      if (key === null) return refused(gateway.keyUnknown(prefix));
      if (!isVersionOf(key, credentials.version)) return refused(gateway.keyVersion(prefix));
      if (!isAllowedAddress(key, request.clientIp)) return refused(gateway.address(request.clientIp));
      // the signature first: the passphrase is hashed with the secret, so only this sequence distinguishes a wrong
      // secret from a wrong passphrase
      if (!isSignedBy(key, credentials, request)) return refused(gateway.signature(prefix));
      if (!isSame(credentials.passphrase, expectedPassphrase(key))) return refused(gateway.passphrase(prefix));
      return key.permissions.includes(permission) ? { ok: true, key } : refused(gateway.permission());
    },
  };
}

function refused(failure: Failure): Identity {
  return { ok: false, failure };
}

function credentialsOf(headers: IncomingHttpHeaders, prefix: string): CredentialHeaders | null {
  const header = (name: string): string => {
    const value = headers[`${prefix}-API-${name}`.toLowerCase()];
    return typeof value === 'string' ? value : '';
  };
  const credentials = {
    key: header('KEY'),
    sign: header('SIGN'),
    timestamp: header('TIMESTAMP'),
    passphrase: header('PASSPHRASE'),
    // keys of version 1.0 are older than the header
    version: header('KEY-VERSION') || '1',
  };
  return Object.values(credentials).includes('') ? null : credentials;
}

function isTimely(timestamp: string, nowMs: number): boolean {
  return /^\d{1,16}$/.test(timestamp) && Math.abs(Number(timestamp) - nowMs) < clockToleranceMs;
}

/** Versions 2 and 3 compute alike and clients send either for both; version 1 is separate. */
function isVersionOf(key: IssuedKey, version: string): boolean {
  return key.version === 1 ? version === '1' : version === '2' || version === '3';
}

function isAllowedAddress(key: IssuedKey, clientIp: string): boolean {
  return key.ipWhitelist.length === 0 || key.ipWhitelist.includes(clientIp);
}

function expectedPassphrase(key: IssuedKey): string {
  return key.version === 1 ? key.passphrase : hmacOf(key.secret, [key.passphrase]);
}

function isSignedBy(key: IssuedKey, { sign, timestamp }: CredentialHeaders, request: SignedRequest): boolean {
  const head = `${timestamp}${request.method.toUpperCase()}`;
  // every form is compared, so that the duration does not show which one was close
  const matches = targetForms(request).map(form => isSame(sign, hmacOf(key.secret, [head, form, request.body])));
  return matches.includes(true);
}

/**
 * The forms of the target that may have been signed: as sent, percent-decoded, and for a POST the bare path
 * (docs/exchange/authentication.md §3.2).
 */
function targetForms({ method, target }: SignedRequest): readonly string[] {
  const forms = [target, decoded(target)];
  const path = target.split('?', 1)[0] ?? target;
  return method === 'GET' || method === 'DELETE' ? forms : [...forms, path];
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    // not percent-encoded text: only the raw form can have been signed
    return target;
  }
}

function hmacOf(secret: string, parts: readonly (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('base64');
}

/** Compared by digest, so that neither content nor length leaks through the time it takes. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

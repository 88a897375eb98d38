import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { inspect } from 'node:util';
import type { KeyVersion } from '#shared/domain/profile.ts';
import { type Failure, fail, type Result, succeed } from '#shared/errors.ts';

export interface SignerOptions {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
  readonly keyVersion: KeyVersion;
  /** the prefix before `-API-KEY` */
  readonly headerPrefix: string;
}

interface SigningRequest {
  /** exchange time, epoch ms */
  readonly timestampMs: number;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** path and query, not percent-encoded */
  readonly target: string;
  /** the exact text that is sent; empty when there is no body */
  readonly body: string;
}

/** Makes the authentication headers of one request. Holds the secret out of reach: it prints as `[signer]`. */
export interface Signer {
  readonly sign: (request: SigningRequest) => Result<Readonly<Record<string, string>>>;
}

/** timestamp + METHOD + endpoint + body. docs/exchange/authentication.md §3.1. */
export function prehash({ timestampMs, method, target, body }: SigningRequest): string {
  return `${timestampMs}${method}${target}${body}`;
}

/** base64(HMAC-SHA256(secret, text)). docs/exchange/authentication.md §3.1. */
export function hmacBase64(secret: KeyObject, text: string): string {
  return createHmac('sha256', secret).update(text, 'utf8').digest('base64');
}

const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Fetch would quote the offending value in its error, so what no header can carry is caught here, without the value. */
function uncarriable(input: SignerOptions): Failure | null {
  if (!headerValue.test(input.key)) {
    return fail('unknown-key', 'The API key is empty or has characters that no key can have.').error;
  }
  if (input.keyVersion === '1' && !headerValue.test(input.passphrase)) {
    return fail('wrong-passphrase', 'The passphrase is empty or has characters that cannot be sent.').error;
  }
  if (input.secret === '') return fail('wrong-signature', 'The API secret is empty.').error;
  return null;
}

/**
 * A signer for one key. Key version 1 sends the passphrase as it is, 2 and 3 send its HMAC under the secret
 * (docs/exchange/authentication.md §4). The secret lives in a KeyObject that only the returned function can reach.
 */
export function createSigner(input: SignerOptions): Signer {
  const { key, keyVersion, headerPrefix } = input;
  const problem = uncarriable(input);
  const secret = createSecretKey(Buffer.from(problem === null ? input.secret : '\0', 'utf8'));
  const passphrase = keyVersion === '1' ? input.passphrase : hmacBase64(secret, input.passphrase);

  const signer = {
    sign(request: SigningRequest): Result<Readonly<Record<string, string>>> {
      if (problem !== null) return { ok: false, error: problem };
      return succeed({
        [`${headerPrefix}-API-KEY`]: key,
        [`${headerPrefix}-API-SIGN`]: hmacBase64(secret, prehash(request)),
        [`${headerPrefix}-API-TIMESTAMP`]: String(request.timestampMs),
        [`${headerPrefix}-API-PASSPHRASE`]: passphrase,
        [`${headerPrefix}-API-KEY-VERSION`]: keyVersion,
      });
    },
  };
  const hidden = { enumerable: false, value: () => '[signer]' };
  Object.defineProperties(signer, { sign: { enumerable: false }, toJSON: hidden, toString: hidden });
  Object.defineProperty(signer, inspect.custom, hidden);
  return Object.freeze(signer);
}

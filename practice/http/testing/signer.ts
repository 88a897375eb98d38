import { createHmac } from 'node:crypto';

/** Signs as docs/exchange/authentication.md §3 says; written from there, sharing nothing with the code under test. */
export interface SigningKey {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string;
  /** 1: plain passphrase; 2 and 3: hashed */
  readonly version: 1 | 2 | 3;
}

interface Unsigned {
  readonly prefix: string;
  readonly timestampMs: number;
  readonly method: string;
  /** part of the signed text: path, and the query for GET and DELETE */
  readonly endpoint: string;
  readonly body: string;
}

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64');

export function signatureOf(secret: string, { timestampMs, method, endpoint, body }: Unsigned): string {
  return hmac(secret, `${timestampMs}${method}${endpoint}${body}`);
}

export function signedHeaders(credentials: SigningKey, unsigned: Unsigned): Record<string, string> {
  const { key, secret, passphrase, version } = credentials;
  const name = (suffix: string): string => `${unsigned.prefix}-API-${suffix}`;
  return {
    [name('KEY')]: key,
    [name('SIGN')]: signatureOf(secret, unsigned),
    [name('TIMESTAMP')]: String(unsigned.timestampMs),
    [name('PASSPHRASE')]: version === 1 ? passphrase : hmac(secret, passphrase),
    [name('KEY-VERSION')]: String(version),
  };
}

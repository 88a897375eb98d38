import { createHmac } from 'node:crypto';

export interface SecondClient {
  readonly spot: string;
  readonly headerPrefix: string;
  readonly key: {
    readonly key: string;
    readonly secret: string;
    readonly passphrase: string;
    readonly version: string;
  };
}

/** The headers by docs/exchange/authentication.md §3 (key version 2 and later). */
function signed({ headerPrefix, key }: SecondClient, message: string): Readonly<Record<string, string>> {
  const timestamp = String(Date.now());
  const seal = (text: string) => createHmac('sha256', key.secret).update(text).digest('base64');
  return {
    'content-type': 'application/json',
    [`${headerPrefix}-API-KEY`]: key.key,
    [`${headerPrefix}-API-SIGN`]: seal(`${timestamp}${message}`),
    [`${headerPrefix}-API-TIMESTAMP`]: timestamp,
    [`${headerPrefix}-API-PASSPHRASE`]: seal(key.passphrase),
    [`${headerPrefix}-API-KEY-VERSION`]: key.version,
  };
}

/** Another program on the same account: sends one POST. */
export async function post(account: SecondClient, path: string, order: unknown): Promise<string> {
  const body = JSON.stringify(order);
  const headers = signed(account, `POST${path}${body}`);
  const response = await fetch(`${account.spot}${path}`, { method: 'POST', body, headers });
  const text = await response.text();
  if (!response.ok || !text.includes('"200000"')) throw new Error(`the second client was refused: ${text}`);
  return text;
}

/** Another program on the same account: sends one DELETE. */
export async function remove(account: SecondClient, path: string): Promise<void> {
  const response = await fetch(`${account.spot}${path}`, {
    method: 'DELETE',
    headers: signed(account, `DELETE${path}`),
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"200000"')) throw new Error(`the second client was refused: ${text}`);
}

/** Another program on the same account: what the exchange itself answers to one GET. */
export async function read(account: SecondClient, path: string): Promise<unknown> {
  const response = await fetch(`${account.spot}${path}`, { headers: signed(account, `GET${path}`) });
  const text = await response.text();
  if (!response.ok) throw new Error(`the second client was refused: ${text}`);
  return JSON.parse(text);
}

interface Control {
  readonly url: string;
  readonly token: string;
}

/** Tells the practice exchange to fail in a certain way. */
export async function setFault(control: Control | undefined, fault: Readonly<Record<string, unknown>>): Promise<void> {
  if (control === undefined) throw new Error('this exchange cannot be told to fail');
  const response = await fetch(`${control.url}/faults`, {
    method: 'POST',
    body: JSON.stringify(fault),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${control.token}` },
  });
  if (!response.ok) throw new Error(`the fault was refused: ${await response.text()}`);
}

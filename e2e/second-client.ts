import { createHmac } from 'node:crypto';

interface Account {
  readonly spot: string;
  readonly headerPrefix: string;
  readonly key: {
    readonly key: string;
    readonly secret: string;
    readonly passphrase: string;
    readonly version: string;
  };
}

/**
 * Another program on the same account: signs by docs/exchange/authentication.md §3 (key version 2 and later) and sends one POST.
 */
export async function post({ spot, headerPrefix, key }: Account, path: string, order: unknown): Promise<string> {
  const body = JSON.stringify(order);
  const timestamp = String(Date.now());
  const seal = (text: string) => createHmac('sha256', key.secret).update(text).digest('base64');
  const response = await fetch(`${spot}${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      [`${headerPrefix}-API-KEY`]: key.key,
      [`${headerPrefix}-API-SIGN`]: seal(`${timestamp}POST${path}${body}`),
      [`${headerPrefix}-API-TIMESTAMP`]: timestamp,
      [`${headerPrefix}-API-PASSPHRASE`]: seal(key.passphrase),
      [`${headerPrefix}-API-KEY-VERSION`]: key.version,
    },
  });
  const text = await response.text();
  if (!response.ok || !text.includes('"200000"')) throw new Error(`the second client was refused: ${text}`);
  return text;
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

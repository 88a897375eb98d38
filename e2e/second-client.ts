import { createHmac } from 'node:crypto';
import type { FathomUnderTest } from './testing/fathom-fixture.ts';

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

/** The trader's account on one venue of the practice exchange. */
export function traderOn(practice: Awaited<FathomUnderTest['practice']>, venue: 'spot' | 'futures'): SecondClient {
  const key = practice.keys.find(each => each.label === 'trader');
  if (key === undefined) throw new Error('there is no trader');
  return { spot: practice[venue], headerPrefix: practice.headerPrefix, key };
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

/** The first order id in an answer of the exchange. */
export function orderIdIn(answer: string): string {
  const id = /"orderId":"(\w+)"/.exec(answer)?.[1];
  if (id === undefined) throw new Error(`no order id in ${answer.slice(0, 200)}`);
  return id;
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

/** The order of the newest sale on spot: another order of the account may fill after it. */
export async function newestSaleId(account: SecondClient, symbol: string): Promise<string> {
  return orderIdIn(JSON.stringify(await read(account, `/api/v1/hf/fills?symbol=${symbol}&side=sell`)));
}

interface Control {
  readonly url: string;
  readonly token: string;
}

async function command(control: Control | undefined, path: string, body: unknown): Promise<void> {
  if (control === undefined) throw new Error('this exchange has no control endpoint');
  const response = await fetch(`${control.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${control.token}` },
  });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
}

/** Makes the practice exchange fail in a certain way. */
export async function setFault(control: Control | undefined, fault: Readonly<Record<string, unknown>>): Promise<void> {
  await command(control, '/faults', fault);
}

/** Moves the time of the practice exchange forward. */
export async function advanceTime(control: Control | undefined, advanceMs: number): Promise<void> {
  await command(control, '/clock', { advanceMs });
}

interface SubUsers {
  readonly data: {
    readonly items: readonly { readonly userId: string; readonly subName: string; readonly status: number }[];
  };
}

async function subUsers(account: SecondClient, page: 1 | 2): Promise<SubUsers['data']['items']> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the documented answer; a test fails loudly if it lies
  const users = (await read(account, `/api/v2/sub/user?currentPage=${page}&pageSize=100`)) as SubUsers;
  return users.data.items;
}

/** The names of the sub-accounts now. */
export async function subAccountNames(account: SecondClient): Promise<readonly string[]> {
  const pages = [await subUsers(account, 1), await subUsers(account, 2)];
  return pages.flat().map(({ subName }) => subName);
}

/** Sends USDT from the master account to the first sub-account of the clients, as another program. Returns its name. */
export async function payClient(account: SecondClient, amount: string): Promise<string> {
  const client = (await subUsers(account, 1)).find(
    ({ subName, status }) => subName.startsWith('client') && status === 2,
  );
  if (client === undefined) throw new Error('there is no client');
  await post(account, '/api/v3/accounts/universal-transfer', {
    clientOid: crypto.randomUUID(),
    type: 'PARENT_TO_SUB',
    currency: 'USDT',
    amount,
    fromAccountType: 'MAIN',
    toUserId: client.userId,
    toAccountType: 'MAIN',
  });
  return client.subName;
}

import type { Page } from 'playwright/test';
import type { ExchangeProcess, IssuedKey } from './exchange-process.ts';

interface Connection {
  readonly name: string;
  readonly exchange: ExchangeProcess;
  readonly key: IssuedKey;
  /** gives up the read-only default */
  readonly mayTrade?: boolean;
  /** keeps the key in memory only */
  readonly isSession?: boolean;
}

/** Opens the form and types a key into it as a person would; the caller reads the answer. */
export async function typeKey(
  page: Page,
  { name, exchange, key, mayTrade = false, isSession = false }: Connection,
): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: /key …/ }).click();
  await page.getByRole('button', { name: 'Connect a profile…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Connect a profile' });
  await sheet.getByRole('button', { name: 'Practice', exact: true }).click();
  await sheet.getByLabel('Name', { exact: true }).fill(name);
  await sheet.getByLabel('Spot address').fill(exchange.spot);
  await sheet.getByLabel('Futures address').fill(exchange.futures);
  await sheet.getByLabel('Header prefix').fill(exchange.headerPrefix);
  await sheet.getByLabel('Key version').selectOption(`${key.version}`);
  await sheet.getByLabel('API key').fill(key.key);
  await sheet.getByLabel('API secret').fill(key.secret);
  await sheet.getByLabel('Passphrase').fill(key.passphrase);
  if (mayTrade) await sheet.getByLabel(/^Read-only/).uncheck();
  if (isSession) await sheet.getByLabel(/memory|session/i).check();
  await sheet.getByRole('button', { name: 'Connect', exact: true }).click();
}

/** The whole way: the key is accepted and its profile is on the screen. */
export async function connect(page: Page, connection: Connection): Promise<void> {
  await typeKey(page, connection);
  await page.getByRole('button', { name: `Open ${connection.name}` }).click();
  await shownProfile(page, connection.name).waitFor();
}

/** The button in the header that names the profile on the screen. */
export function shownProfile(page: Page, name: string) {
  return page.getByRole('button', { name: new RegExp(`^${name} key …`) });
}

import type { Page } from 'playwright/test';
import type { FathomUnderTest } from './testing/fathom-fixture.ts';
import type { ExchangeProcess, IssuedKey } from './exchange-process.ts';
import { clickLast } from './trusted-keys.ts';

interface Connection {
  readonly name: string;
  readonly exchange: Pick<ExchangeProcess, 'spot' | 'futures' | 'headerPrefix'>;
  /** it is the one that came with this program */
  readonly isOwnExchange?: boolean;
  readonly key: IssuedKey;
  /** gives up the read-only default */
  readonly mayTrade?: boolean;
  /** keeps the key in memory only */
  readonly isSession?: boolean;
}

/** Opens the form, fills it and asks for the key, as a person would. */
async function askForKey(
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
  if (mayTrade) await sheet.getByLabel(/^Read-only/).uncheck();
  if (isSession) await sheet.getByLabel(/memory|session/i).check();
  await sheet.getByRole('button', { name: 'Enter the key…' }).click();
}

/** Types a key into the trusted window and sends it; the caller reads the answer there. */
export async function typeKey(fathom: FathomUnderTest, connection: Connection): Promise<Page> {
  await askForKey(fathom.page, connection);
  const trusted = await fathom.nextTrustedPage();
  const { key, exchange, isOwnExchange = false } = connection;
  await trusted.getByLabel('API key').fill(key.key);
  await trusted.getByLabel('API secret').fill(key.secret);
  await trusted.getByLabel('Passphrase').fill(key.passphrase);
  // the practice exchange of this very program is known, so its hosts are not typed
  if (!isOwnExchange) {
    const hosts = [exchange.spot, exchange.futures].map(address => new URL(address).host).join(' ');
    await trusted.getByLabel(/^Type .* to confirm$/).fill(hosts);
  }
  await clickLast(trusted.getByRole('button', { name: 'Connect' }));
  return trusted;
}

/** The whole way: the key is accepted and its profile is on the screen. */
export async function connect(fathom: FathomUnderTest, connection: Connection): Promise<void> {
  await typeKey(fathom, connection);
  await fathom.page.getByRole('button', { name: `Open ${connection.name}` }).click();
  await shownProfile(fathom.page, connection.name).waitFor();
}

/** The button in the header that names the profile on the screen. */
export function shownProfile(page: Page, name: string) {
  return page.getByRole('button', { name: new RegExp(`^${name} key …`) });
}

import { createHash } from 'node:crypto';

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** Chains that share their accounts share an address too. */
const families: Readonly<Record<string, string>> = { kcc: 'eth', arbitrum: 'eth', optimism: 'eth', omni: 'btc-old' };

/** As many signs of the alphabet as wanted, the same for the same seed. */
function signs(seed: string, alphabet: string, count: number): string {
  const digest = createHash('sha512').update(seed).digest();
  return Array.from({ length: count }, (_, index) => alphabet[(digest[index] ?? 0) % alphabet.length]).join('');
}

const writers: Readonly<Record<string, (seed: string) => string>> = {
  eth: seed => `0x${signs(seed, '0123456789abcdef', 40)}`,
  'btc-old': seed => `1${signs(seed, base58, 33)}`,
  btc: seed => `bc1q${signs(seed, bech32, 38)}`,
  bech32: seed => `bc1q${signs(seed, bech32, 38)}`,
  btcln: seed => `lnbc1${signs(seed, bech32, 60)}`,
  trx: seed => `T${signs(seed, base58, 33)}`,
  sol: seed => signs(seed, base58, 44),
  xrp: seed => `r${signs(seed, base58, 33)}`,
  doge: seed => `D${signs(seed, base58, 33)}`,
};

/** Where an account is paid on a chain: always the same address. Nothing in it opens a wallet anywhere. */
export function depositAddress(accountId: string, chainId: string): string {
  const family = families[chainId] ?? chainId;
  const write = writers[family];
  if (write === undefined) throw new Error(`there is no deposit address on ${chainId}`);
  return write(`${accountId} ${family}`);
}

/** What must stand beside the address on a chain that needs it. */
export function depositMemo(accountId: string): string {
  return signs(`memo ${accountId}`, '123456789', 9);
}

const base58 = '[1-9A-HJ-NP-Za-km-z]';
const hexAccount = /^0x[\da-fA-F]{40}$/;

/** The format of an address on each chain. */
const shapes: Readonly<Record<string, RegExp>> = {
  btc: new RegExp(`^(?:[13]${base58}{25,34}|bc1[\\da-z]{20,60})$`),
  bech32: /^bc1[\da-z]{20,60}$/,
  omni: new RegExp(`^[13]${base58}{25,34}$`),
  btcln: /^lnbc[\da-z]{20,500}$/,
  trx: new RegExp(`^T${base58}{33}$`),
  sol: new RegExp(`^${base58}{32,44}$`),
  xrp: new RegExp(`^r${base58}{24,34}$`),
  doge: new RegExp(`^D${base58}{25,34}$`),
  eth: hexAccount,
  kcc: hexAccount,
  arbitrum: hexAccount,
  optimism: hexAccount,
};

/** Whether the wallet of the chain can send there. The exchange accepts any text at first; the wallet checks it later. */
export function isAddressOf(chainId: string, address: string): boolean {
  return shapes[chainId]?.test(address) ?? false;
}

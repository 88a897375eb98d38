import type { Decimal } from '#shared/decimal.ts';
import type { Ledger, Wallet } from '#practice/accounts/types.ts';

/** What the prepared account starts its day with. */
const balances: readonly (readonly [Wallet, Readonly<Record<string, Decimal>>])[] = [
  ['main', { USDT: '248312.774011', BTC: '1.25008871', ETH: '8.4', USDC: '30000', KCS: '1204.61' }],
  [
    'trade',
    {
      USDT: '318450.20817',
      USDC: '61200.5',
      BTC: '4.11273002',
      ETH: '52.7750031',
      SOL: '860.25',
      XRP: '61250.4',
      DOGE: '184300',
      KCS: '3650.118',
    },
  ],
  ['margin', { USDT: '21500', BTC: '0.4' }],
  ['isolated:ETH-USDT', { USDT: '5000', ETH: '2' }],
  ['isolated:XRP-USDT', { USDT: '1500' }],
  ['futures', { USDT: '64211.907', XBT: '1.8' }],
];

/** Pays the account's money in. */
export function fundAccount(ledger: Ledger, accountId: string): void {
  for (const [wallet, coins] of balances) {
    for (const [currency, amount] of Object.entries(coins)) ledger.deposit({ accountId, wallet, currency, amount });
  }
}

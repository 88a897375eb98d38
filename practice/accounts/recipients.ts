import type { Directory } from './types.ts';

/** Other customers of the exchange, by what they gave as their address. Their money stays on its books. */
const customers: ReadonlyMap<string, string> = new Map([
  ['otc@northquay.example', 'customer-northquay'],
  ['settlement@lindenpartners.example', 'customer-linden'],
  ['214880317', 'customer-linden'],
]);

/** Finds the account that a UID, a mail address or a phone number belongs to; null: nobody's. */
export function recipientIn({ master, subAccounts }: Directory): (address: string) => string | null {
  const own = new Map([master, ...subAccounts].map(({ uid, accountId }) => [String(uid), accountId]));
  return address => own.get(address) ?? customers.get(address) ?? null;
}

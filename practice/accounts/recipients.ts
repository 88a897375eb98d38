import type { Directory } from './types.ts';

/** Other customers of the exchange, by what they gave as their address. Their money stays on its books. */
const customers: ReadonlyMap<string, string> = new Map([
  ['otc@northquay.example', 'customer-northquay'],
  ['settlement@lindenpartners.example', 'customer-linden'],
  ['214880317', 'customer-linden'],
]);

/** Finds the account of a UID, a mail address or a phone number; null: unknown. */
export function recipientIn(directory: Directory): (address: string) => string | null {
  const own = (address: string) =>
    [directory.master, ...(directory.otherMasters ?? []), ...directory.subAccounts].find(
      ({ uid }) => String(uid) === address,
    )?.accountId;
  return address => own(address) ?? customers.get(address) ?? null;
}

import * as z from 'zod/mini';
import { ownRead } from '../domain/call-traits.ts';
import { Fill } from '../domain/account/fill.ts';
import { Order } from '../domain/account/order.ts';
import { archivedPage, ArchivedPlace } from '../domain/archive/archived-page.ts';
import { Withdrawal } from '../domain/money/withdrawal.ts';
import { RecordedChange } from '../domain/overseen/recorded-change.ts';
import { Venue } from '../domain/scalars.ts';

/** `after`: the next page of the answer before; null: the newest rows. */
const page = { profileId: z.string(), after: z.nullable(ArchivedPlace) };
const ofMarket = z.strictObject({ ...page, venue: z.nullable(Venue), symbol: z.nullable(z.string()) });

/** The past of the account as the archive has it, newest first, a page at a time. Part of the contract. */
export const historyCalls = {
  /** orders that ended, by the time of their creation */
  'history.orders': { ...ownRead, input: ofMarket, output: archivedPage(Order) },
  'history.fills': { ...ownRead, input: ofMarket, output: archivedPage(Fill) },
  /** changes of sub-accounts: of balances between two snapshots, and of names, status, access and remarks as windows saw them */
  'history.accountChanges': {
    ...ownRead,
    input: z.strictObject({ ...page, userId: z.nullable(z.string().check(z.maxLength(120))) }),
    output: archivedPage(RecordedChange),
  },
  'history.withdrawals': { ...ownRead, input: z.strictObject(page), output: archivedPage(Withdrawal) },
} as const;

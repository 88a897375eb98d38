import * as z from 'zod/mini';
import { exchangeCancel, exchangeRead, exchangeWrite } from '../domain/call-traits.ts';
import {
  BorrowRate,
  CrossMarginAccount,
  InterestRecord,
  IsolatedMarginAccounts,
  IsolatedSymbol,
  LoanOutcome,
  LoanRecord,
  LoanRequest,
  MarginConfig,
  MarginType,
} from '#shared/domain/account/margin.ts';
import { Fill } from '#shared/domain/account/fill.ts';
import { MarginOrderRequest, Order, PlacedMarginOrder } from '#shared/domain/account/order.ts';
import { listAnswer } from '#shared/domain/answers/missing-part.ts';
import { EpochMs, Name } from '#shared/domain/scalars.ts';
import { ConfirmLevel } from '#shared/policy/policy.ts';

const onProfile = { profileId: Name };
const onMarket = { ...onProfile, symbol: Name, tradeType: MarginType };
const span = { fromMs: EpochMs, toMs: EpochMs };

/** The calls about spot on borrowed money; part of the contract. */
export const marginCalls = {
  'margin.config': { ...exchangeRead, input: z.strictObject(onProfile), output: MarginConfig },
  'margin.isolatedSymbols': { ...exchangeRead, input: z.strictObject(onProfile), output: z.array(IsolatedSymbol) },
  /** null: the exchange names none for the currency */
  'margin.borrowRate': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, currency: Name }),
    output: z.nullable(BorrowRate),
  },
  'margin.crossAccount': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, quoteCurrency: Name }),
    output: CrossMarginAccount,
  },
  'margin.isolatedAccounts': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, quoteCurrency: Name }),
    output: IsolatedMarginAccounts,
  },
  /** the active ones of a pair, newest change first */
  'margin.orders': { ...exchangeRead, input: z.strictObject(onMarket), output: listAnswer(Order) },
  'margin.doneOrders': { ...exchangeRead, input: z.strictObject({ ...onMarket, ...span }), output: listAnswer(Order) },
  'margin.fills': { ...exchangeRead, input: z.strictObject({ ...onMarket, ...span }), output: listAnswer(Fill) },
  /** newest first; `symbol` names an isolated pair, null: the cross account */
  'margin.loans': {
    ...exchangeRead,
    input: z.strictObject({
      ...onProfile,
      kind: z.enum(['borrow', 'repay']),
      currency: Name,
      symbol: z.nullable(Name),
    }),
    output: listAnswer(LoanRecord),
  },
  'margin.interest': {
    ...exchangeRead,
    input: z.strictObject({ ...onProfile, ...span, symbol: z.nullable(Name) }),
    output: listAnswer(InterestRecord),
  },
  /** `confirmed`: how the user confirmed it; absent: not at all */
  'margin.place': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, order: MarginOrderRequest, confirmed: z.optional(ConfirmLevel) }),
    output: PlacedMarginOrder,
  },
  'margin.cancel': {
    ...exchangeCancel,
    input: z.strictObject({ ...onProfile, symbol: Name, orderId: Name }),
    /** `already-done`: there was nothing left to cancel; the list shows whether it was filled */
    output: z.object({ orderId: z.string(), outcome: z.enum(['requested', 'already-done']) }),
  },
  'margin.cancelAll': {
    ...exchangeCancel,
    input: z.strictObject({ ...onMarket, id: z.string().check(z.minLength(1), z.maxLength(40)) }),
    /** `reached`: what was active before; `stillActive`: what of it still was right after. Null: could not be read */
    output: z.object({ reached: z.nullable(z.array(z.string())), stillActive: z.nullable(z.array(z.string())) }),
  },
  'margin.borrow': {
    ...exchangeWrite,
    input: z.strictObject({ ...onProfile, loan: LoanRequest }),
    output: LoanOutcome,
  },
  'margin.repay': { ...exchangeWrite, input: z.strictObject({ ...onProfile, loan: LoanRequest }), output: LoanOutcome },
} as const;

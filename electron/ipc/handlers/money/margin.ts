import type { CallName } from '#shared/contract.ts';
import { type Result, succeed } from '#shared/errors.ts';
import { leaveOut } from '#client/wire/unreadable-rows.ts';
import type { Handlers } from '../../gate.ts';
import { answerOf, asPanel, asPatient, type HandlerOptions, readList, spanAnswerOf } from '../handler-options.ts';

type Names = Extract<CallName, `margin.${string}`>;
type Reads =
  | 'margin.config'
  | 'margin.isolatedSymbols'
  | 'margin.borrowRate'
  | 'margin.crossAccount'
  | 'margin.isolatedAccounts'
  | 'margin.orders'
  | 'margin.doneOrders'
  | 'margin.fills'
  | 'margin.loans'
  | 'margin.interest';

/** A list that is never cut. */
function wholeOf<T>(what: string, read: Result<readonly T[]>) {
  return answerOf(what, read.ok ? succeed({ items: read.value, isComplete: true }) : read);
}

/** Spot on borrowed money. */
export function marginHandlers(options: HandlerOptions): Pick<Handlers, Names> {
  const { profiles, trading } = options;
  const { onWritableAccount } = profiles;
  return {
    ...marginReads(options),
    'margin.place': ({ profileId, order, confirmed }) =>
      onWritableAccount(profileId, account => trading.placeMarginOrder(account, order, confirmed)),
    'margin.cancel': ({ profileId, symbol, orderId }) =>
      onWritableAccount(profileId, account =>
        trading.cancel(account, { venue: 'spot', symbol, orderId, isStop: false, isMargin: true }),
      ),
    'margin.cancelAll': ({ profileId, ...request }) =>
      onWritableAccount(profileId, account => trading.cancelMarginOrders(account, request)),
    'margin.borrow': ({ profileId, loan }) =>
      onWritableAccount(profileId, account => trading.changeLoan(account, { kind: 'borrow', loan })),
    'margin.repay': ({ profileId, loan }) =>
      onWritableAccount(profileId, account => trading.changeLoan(account, { kind: 'repay', loan })),
  };
}

function marginReads({ profiles }: HandlerOptions): Pick<Handlers, Reads> {
  const { onAccount } = profiles;
  return {
    'margin.config': ({ profileId }) =>
      onAccount(profileId, ({ client }) => client.margin.config({}, { ...asPanel, unreadable: leaveOut })),
    'margin.borrowRate': ({ profileId, currency }) =>
      onAccount(profileId, async ({ client }) => {
        const rates = await client.margin.borrowRates({ currencies: [currency] }, asPanel);
        return rates.ok ? succeed(rates.value.find(each => each.currency === currency) ?? null) : rates;
      }),
    'margin.isolatedSymbols': ({ profileId }) =>
      onAccount(profileId, ({ client }) => client.margin.isolatedSymbols({}, { ...asPanel, unreadable: leaveOut })),
    'margin.crossAccount': ({ profileId, quoteCurrency }) =>
      onAccount(profileId, ({ client }) => client.margin.crossAccount({ quoteCurrency }, asPanel)),
    'margin.isolatedAccounts': ({ profileId, quoteCurrency }) =>
      onAccount(profileId, ({ client }) => client.margin.isolatedAccounts({ quoteCurrency }, asPanel)),
    'margin.orders': ({ profileId, ...market }) =>
      onAccount(profileId, ({ client }) =>
        readList('order', asPanel, async asked =>
          wholeOf('margin orders', await client.margin.activeOrders(market, asked)),
        ),
      ),
    'margin.doneOrders': ({ profileId, ...query }) =>
      onAccount(profileId, ({ client }) =>
        readList('order', asPatient, async asked => spanAnswerOf(await client.margin.allDoneOrders(query, asked))),
      ),
    'margin.fills': ({ profileId, ...query }) =>
      onAccount(profileId, ({ client }) =>
        readList('fill', asPanel, async asked => spanAnswerOf(await client.margin.allFills(query, asked))),
      ),
    'margin.loans': ({ profileId, symbol, ...query }) =>
      onAccount(profileId, ({ client }) =>
        readList('loan', asPatient, async asked =>
          answerOf('loans', await client.margin.allLoans({ ...query, symbol: symbol ?? undefined }, asked)),
        ),
      ),
    'margin.interest': ({ profileId, symbol, fromMs, toMs }) =>
      onAccount(profileId, ({ client }) => {
        const query = { symbol: symbol ?? undefined, startAtMs: fromMs, endAtMs: toMs };
        return readList('interest', asPatient, async asked =>
          answerOf('interest', await client.margin.allInterest(query, asked)),
        );
      }),
  };
}

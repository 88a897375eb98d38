import { fail, succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import { answerOf, asPatient, type HandlerOptions, readList } from './handler-options.ts';

type Names = 'accounts.subAccounts' | 'accounts.subHoldings' | 'accounts.baseFee' | 'accounts.marketFee';

export function accountHandlers({ profiles }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount } = profiles;
  return {
    'accounts.subAccounts': ({ profileId }) =>
      onAccount(profileId, ({ client }) =>
        readList('sub-account', asPatient, async options =>
          answerOf('sub-accounts', await client.accounts.allSubAccounts({}, options)),
        ),
      ),
    'accounts.subHoldings': ({ profileId }) =>
      onAccount(profileId, ({ client }) =>
        readList('sub-account', asPatient, async options =>
          answerOf('sub-accounts', await client.accounts.allSubHoldings({}, options)),
        ),
      ),
    'accounts.baseFee': ({ profileId }) => onAccount(profileId, ({ client }) => client.accounts.baseFee({}, asPatient)),
    'accounts.marketFee': ({ profileId, venue, symbol }) =>
      onAccount(profileId, async ({ client }) => {
        if (venue === 'futures') return await client.futuresAccount.tradeFee({ symbol }, asPatient);
        const read = await client.accounts.tradeFees({ symbols: [symbol] }, asPatient);
        if (!read.ok) return read;
        const own = read.value.find(each => each.symbol === symbol);
        return own === undefined ? fail('bad-reply', `The exchange named no fee of ${symbol}.`) : succeed(own);
      }),
  };
}

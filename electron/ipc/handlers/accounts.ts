import type { Handlers } from '../gate.ts';
import { answerOf, asPanel, type HandlerOptions } from './handler-options.ts';

type Names = 'accounts.subAccounts' | 'accounts.subHoldings' | 'accounts.baseFee';

export function accountHandlers({ profiles }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount } = profiles;
  return {
    'accounts.subAccounts': ({ profileId }) =>
      onAccount(profileId, async ({ client }) =>
        answerOf('sub-accounts', await client.accounts.allSubAccounts({}, asPanel)),
      ),
    'accounts.subHoldings': ({ profileId }) =>
      onAccount(profileId, async ({ client }) =>
        answerOf('sub-accounts', await client.accounts.allSubHoldings({}, asPanel)),
      ),
    'accounts.baseFee': ({ profileId }) => onAccount(profileId, ({ client }) => client.accounts.baseFee({}, asPanel)),
  };
}

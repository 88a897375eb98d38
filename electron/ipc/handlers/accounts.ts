import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions, itemsOf } from './handler-options.ts';

type Names = 'accounts.subAccounts' | 'accounts.subHoldings' | 'accounts.baseFee';

export function accountHandlers({ profiles }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount } = profiles;
  return {
    'accounts.subAccounts': ({ profileId }) =>
      onAccount(profileId, async ({ client }) => itemsOf(await client.accounts.allSubAccounts({}, asPanel))),
    'accounts.subHoldings': ({ profileId }) =>
      onAccount(profileId, async ({ client }) => itemsOf(await client.accounts.allSubHoldings({}, asPanel))),
    'accounts.baseFee': ({ profileId }) => onAccount(profileId, ({ client }) => client.accounts.baseFee({}, asPanel)),
  };
}

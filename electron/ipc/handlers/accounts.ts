import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerNeeds, itemsOf } from './needs.ts';

type Names = 'accounts.subAccounts' | 'accounts.subHoldings' | 'accounts.baseFee' | 'accounts.apiKey';

export function accountHandlers({ session }: HandlerNeeds): Pick<Handlers, Names> {
  const { onActiveProfile } = session;
  return {
    'accounts.subAccounts': ({ profileId }) =>
      onActiveProfile(profileId, async ({ client }) => itemsOf(await client.accounts.allSubAccounts({}, asPanel))),
    'accounts.subHoldings': ({ profileId }) =>
      onActiveProfile(profileId, async ({ client }) => itemsOf(await client.accounts.allSubHoldings({}, asPanel))),
    'accounts.baseFee': ({ profileId }) =>
      onActiveProfile(profileId, ({ client }) => client.accounts.baseFee({}, asPanel)),
    'accounts.apiKey': ({ profileId }) =>
      onActiveProfile(profileId, ({ client }) => client.accounts.apiKey({}, asPanel)),
  };
}

import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions } from './handler-options.ts';

type Names = 'contracts.read' | 'contracts.ticker' | 'contracts.riskLimits' | 'positions.list' | 'positions.addMargin';

export function futuresHandlers({ profiles, trading }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'contracts.read': ({ profileId, symbol }) =>
      onAccount(profileId, ({ client }) => client.reference.contract({ symbol }, asPanel)),
    'contracts.ticker': ({ profileId, symbol }) =>
      onAccount(profileId, ({ client }) => client.reference.ticker({ symbol }, asPanel)),
    'contracts.riskLimits': ({ profileId, symbol }) =>
      onAccount(profileId, ({ client }) => client.reference.riskLimits({ symbol }, asPanel)),
    'positions.list': ({ profileId }) => onAccount(profileId, ({ client }) => client.futures.positions({}, asPanel)),
    'positions.addMargin': ({ profileId, symbol, amount, bizNo }) =>
      onWritableAccount(profileId, account => trading.addMargin(account, { symbol, amount, bizNo })),
  };
}

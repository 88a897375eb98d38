import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerNeeds, tradingDesk } from './needs.ts';

type Names = 'contracts.read' | 'contracts.ticker' | 'contracts.riskLimits' | 'positions.list' | 'positions.addMargin';

export function futuresHandlers({ session, trading }: HandlerNeeds): Pick<Handlers, Names> {
  const { onActiveProfile, onWritableProfile } = session;
  return {
    'contracts.read': ({ profileId, symbol }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.contract({ symbol }, asPanel)),
    'contracts.ticker': ({ profileId, symbol }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.ticker({ symbol }, asPanel)),
    'contracts.riskLimits': ({ profileId, symbol }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.riskLimits({ symbol }, asPanel)),
    'positions.list': ({ profileId }) =>
      onActiveProfile(profileId, ({ client }) => client.futures.positions({}, asPanel)),
    'positions.addMargin': ({ profileId, symbol, amount, bizNo }) =>
      onWritableProfile(profileId, desk => trading.addMargin(tradingDesk(desk), { symbol, amount, bizNo })),
  };
}

import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerNeeds, tradingDesk } from './needs.ts';

type Names = 'contracts.read' | 'contracts.ticker' | 'contracts.riskLimits' | 'positions.addMargin';

export function futuresHandlers({ session, trading, live }: HandlerNeeds): Pick<Handlers, Names> {
  const { onActiveProfile, onWritableProfile } = session;
  return {
    'contracts.read': ({ profileId, symbol }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.contract({ symbol }, asPanel)),
    'contracts.ticker': ({ profileId, symbol }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.ticker({ symbol }, asPanel)),
    'contracts.riskLimits': ({ profileId, symbol }) =>
      onActiveProfile(profileId, ({ client }) => client.reference.riskLimits({ symbol }, asPanel)),
    'positions.addMargin': ({ profileId, symbol, amount, bizNo }) =>
      onWritableProfile(profileId, async desk => {
        const answer = await trading.addMargin(tradingDesk(desk), { symbol, amount, bizNo });
        const market = live.of(profileId);
        if (answer.ok && market.ok) market.value.account.takePosition(answer.value);
        return answer;
      }),
  };
}

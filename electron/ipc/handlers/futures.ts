import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import { asPanel, type HandlerOptions } from './handler-options.ts';

type Names = 'contracts.read' | 'contracts.riskLevels' | 'positions.addMargin';

export function futuresHandlers({ profiles, trading, live }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'contracts.read': ({ profileId, symbol }) =>
      onAccount(profileId, ({ client }) => client.reference.contract({ symbol }, asPanel)),
    'contracts.riskLevels': ({ profileId, symbol }) =>
      onAccount(profileId, async ({ client }) => {
        const read = await client.reference.riskLimits({ symbol }, asPanel);
        return read.ok ? succeed(read.value.toSorted((a, b) => a.level - b.level)) : read;
      }),
    'positions.addMargin': ({ profileId, symbol, amount, bizNo }) =>
      onWritableAccount(profileId, async account => {
        const answer = await trading.addMargin(account, { symbol, amount, bizNo });
        const market = live.of(profileId);
        if (answer.ok && market.ok) market.value.account.takePosition(answer.value);
        return answer;
      }),
  };
}

import { succeed } from '#shared/errors.ts';
import type { Handlers } from '../gate.ts';
import { asPanel, asPatient, type HandlerOptions } from './handler-options.ts';

type Names =
  | 'contracts.read'
  | 'contracts.riskLevels'
  | 'contracts.funding'
  | 'contracts.settings'
  | 'contracts.change'
  | 'positions.addMargin'
  | 'positions.mode'
  | 'positions.mostToWithdraw'
  | 'positions.withdrawMargin';

export function futuresHandlers({ profiles, trading, live }: HandlerOptions): Pick<Handlers, Names> {
  const { onAccount, onWritableAccount } = profiles;
  return {
    'contracts.read': ({ profileId, symbol }) =>
      onAccount(profileId, ({ client }) => client.reference.contract({ symbol }, asPanel)),
    'contracts.riskLevels': ({ profileId, symbol }) =>
      onAccount(profileId, async ({ client }) => {
        const read = await client.reference.riskLimits({ symbol }, asPatient);
        return read.ok ? succeed(read.value.toSorted((a, b) => a.level - b.level)) : read;
      }),
    'contracts.funding': ({ profileId, symbol }) =>
      onAccount(profileId, ({ client }) => client.futuresAccount.currentFunding({ symbol }, asPatient)),
    'contracts.settings': ({ profileId, symbol }) =>
      onAccount(profileId, async ({ client }) => {
        const [mode, leverage] = await Promise.all([
          client.futuresAccount.marginMode({ symbol }, asPanel),
          client.futuresAccount.crossLeverage({ symbol }, asPanel),
        ]);
        if (!mode.ok) return mode;
        return leverage.ok ? succeed({ marginMode: mode.value, crossLeverage: leverage.value }) : leverage;
      }),
    'contracts.change': ({ profileId, setting }) =>
      onWritableAccount(profileId, account => trading.changeContract(account, setting)),
    'positions.mode': ({ profileId }) =>
      onAccount(profileId, async account => {
        const mode = await trading.positionMode(account);
        return mode.ok ? succeed({ mode: mode.value }) : mode;
      }),
    'positions.mostToWithdraw': ({ profileId, ...position }) =>
      onAccount(profileId, async ({ client }) => {
        const read = await client.futuresAccount.maxWithdrawMargin(position, asPanel);
        return read.ok ? succeed({ amount: read.value }) : read;
      }),
    'positions.withdrawMargin': ({ profileId, withdrawal }) =>
      onWritableAccount(profileId, async account => {
        const taken = await trading.withdrawMargin(account, withdrawal);
        return taken.ok ? succeed({ amount: taken.value }) : taken;
      }),
    'positions.addMargin': ({ profileId, ...request }) =>
      onWritableAccount(profileId, async account => {
        const answer = await trading.addMargin(account, request);
        const market = live.of(profileId);
        if (answer.ok && market.ok) market.value.account.takePosition(answer.value);
        return answer;
      }),
  };
}

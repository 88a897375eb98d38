import { afterEach, expect, it } from 'vitest';
import { useCommandStore } from '#state/command-store.ts';
import { accountTransfer, coinTransfer } from './transfer-menu.ts';

afterEach(() => useCommandStore.setState(useCommandStore.getInitialState()));

const started = () => {
  const { shown, transfer } = useCommandStore.getState();
  return [shown, transfer.currency, transfer.from.wallet, transfer.from.userId];
};

it('transfer menu starts with the coin of the largest value and the wallet with the most of it', () => {
  const coins = [
    { coin: 'ETH', value: '10', wallets: { main: '1' } },
    { coin: 'BTC', value: '900', wallets: { main: '1', trade: '2', margin: '0' } },
    { coin: 'NEW', value: null, wallets: { main: '5' } },
  ] as const;
  accountTransfer({ userId: 'u', coins }).onSelect();
  expect(started()).toEqual(['transfer', 'BTC', 'trade', 'u']);
});

it('transfer menu starts with USDT in the main wallet for an unknown account', () => {
  accountTransfer({ userId: 'u', coins: [] }).onSelect();
  expect(started()).toEqual(['transfer', 'USDT', 'main', 'u']);
});

it('transfer menu names bitcoin XBT in the futures wallet', () => {
  coinTransfer('u', { coin: 'BTC', value: '1', wallets: { futures: '3' } }).onSelect();
  expect(started()).toEqual(['transfer', 'XBT', 'futures', 'u']);
});

import { describe, expect, it } from 'vitest';
import { isolatedWallet } from '../accounts/isolated-wallet.ts';
import { createLedger } from '../accounts/ledger.ts';
import type { Wallet } from '../accounts/types.ts';
import { createFakeFutures } from '../futures/testing/fake-futures.ts';
import { accept, refuse } from '../kernel/kernel.ts';
import type { MarginScope } from '../margin/types.ts';
import { createWalletGuard } from './wallet-guard.ts';

const place = (wallet: Wallet) => ({ accountId: 'ann', wallet });

function open() {
  const ledger = createLedger();
  const asked: MarginScope[] = [];
  const guard = createWalletGuard({
    ledger,
    futures: createFakeFutures().venue,
    margin: {
      transferable: scope => {
        asked.push(scope);
        return '3';
      },
      mayLeave: scope => {
        asked.push(scope);
        return refuse('margin-ratio', 'under water');
      },
      mayEnter: scope => {
        asked.push(scope);
        return scope.symbol === null ? accept(null) : refuse('parameter', 'not this coin');
      },
    },
  });
  for (const wallet of ['main', 'trade', 'margin', isolatedWallet('BTC-USDT')] as const)
    ledger.deposit({ accountId: 'ann', wallet, currency: 'USDT', amount: '10' });
  return { guard, asked };
}

describe('the wallet guard', () => {
  it('checks margin wallets with the margin venue, each by its account', () => {
    const { guard, asked } = open();
    const money = { currency: 'USDT', amount: '1' } as const;
    expect(guard.mayLeave(place('margin'), money)).toMatchObject({ reason: 'margin-ratio' });
    expect(guard.mayLeave(place(isolatedWallet('BTC-USDT')), money)).toMatchObject({ reason: 'margin-ratio' });
    expect(guard.transferable(place('margin'), 'USDT')).toBe('3');
    expect(guard.mayEnter(place('margin'), 'USDT').ok).toBe(true);
    expect(guard.mayEnter(place(isolatedWallet('BTC-USDT')), 'USDT').ok).toBe(false);
    expect(asked.map(({ symbol }) => symbol)).toEqual([null, 'BTC-USDT', null, null, 'BTC-USDT']);
  });

  it('allows every transfer that main and trade can pay', () => {
    const { guard, asked } = open();
    for (const wallet of ['main', 'trade'] as const) {
      expect(guard.mayLeave(place(wallet), { currency: 'USDT', amount: '10' }).ok).toBe(true);
      expect(guard.mayLeave(place(wallet), { currency: 'USDT', amount: '10.1' })).toMatchObject({ reason: 'balance' });
      expect(guard.mayEnter(place(wallet), 'ANY').ok).toBe(true);
    }
    expect(asked).toEqual([]);
  });

  it('keeps coins without a contract out of the futures wallet', () => {
    const { guard } = open();
    expect(guard.mayEnter(place('futures'), 'DOGE')).toMatchObject({ reason: 'parameter' });
    expect(guard.mayEnter(place('futures'), 'USDT').ok).toBe(true);
  });
});

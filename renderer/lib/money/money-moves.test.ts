import { expect, it } from 'vitest';
import type { LedgerEntry } from '#shared/domain/money/transfer.ts';
import { moneyMoves } from './money-moves.ts';

let made = 0;
function entry(part: Partial<LedgerEntry>): LedgerEntry {
  made += 1;
  return {
    id: String(made),
    currency: 'USDT',
    accountType: 'MAIN',
    bizType: 'TRANSFER',
    direction: 'out',
    amount: '180000',
    fee: null,
    balance: null,
    createdAtMs: 10_000,
    ...part,
  };
}
const movesOf = (entries: readonly LedgerEntry[]) =>
  moneyMoves(entries).map(({ from, to, amount, business }) => `${from} → ${to} ${amount} ${business}`);

it('the two ends of a transfer between own wallets are one movement, in any sequence', () => {
  const into = entry({ accountType: 'TRADE_HF', direction: 'in', createdAtMs: 10_400 });
  expect(movesOf([into, entry({})])).toEqual(['main → trade 180000 between own wallets']);
  expect(movesOf([entry({}), into])).toEqual(['main → trade 180000 between own wallets']);
});

it('each end is joined once, and only with its own counterpart', () => {
  const into = { accountType: 'TRADE', direction: 'in' } as const;
  expect(movesOf([entry({}), entry({}), entry(into)])).toEqual([
    'main → trade 180000 between own wallets',
    'main → another own wallet 180000 between own wallets',
  ]);
  const others: readonly Partial<LedgerEntry>[] = [
    { ...into, amount: '180001' },
    { ...into, currency: 'USDC' },
    { ...into, createdAtMs: 12_000 },
    { ...into, direction: 'out' },
    { direction: 'in' },
  ];
  for (const other of others) expect(movesOf([entry({}), entry(other)])).toHaveLength(2);
});

it('a transfer with one end names the other in words, and an unknown term of the exchange stays', () => {
  expect(
    movesOf([
      entry({ bizType: 'SUB_TRANSFER', direction: 'in' }),
      entry({ bizType: 'Sub-account transfer', accountType: 'MARGIN_V2' }),
      entry({ bizType: 'DEPOSIT', direction: 'in' }),
      entry({ bizType: 'Withdrawal' }),
      entry({ bizType: 'KCS_BONUS', accountType: 'EARN', direction: 'in' }),
    ]),
  ).toEqual([
    'another account of the owner → main 180000 between accounts',
    'margin → another account of the owner 180000 between accounts',
    'outside → main 180000 deposit',
    'main → outside 180000 withdrawal',
    'unknown → EARN 180000 KCS_BONUS',
  ]);
});

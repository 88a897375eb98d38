import { expect, it } from 'vitest';
import { emptyCoverage } from '../coverage/coverage.ts';
import { dayMs, type Stream } from '../streams/stream.ts';
import { deposits } from '../streams/wallet/deposits.ts';
import { accountLedger } from '../streams/wallet/account-ledger.ts';
import { hfLedger } from '../streams/wallet/hf-ledger.ts';
import { jobsOf } from './jobs.ts';
import { newLineState } from './line-state.ts';

const now = 1000 * dayMs;

function line(stream: Stream, days: number, isRead: boolean) {
  const startMs = now - days * dayMs;
  const sealed = isRead ? [{ fromMs: now - stream.rules.windowMs, toMs: now }] : [];
  const coverage = { ...emptyCoverage(startMs), sealed };
  return newLineState(stream, {
    accountId: 1,
    stream: stream.name,
    symbol: '',
    coverage,
    lastReadAtMs: null,
    deleted: null,
  });
}

it('archive jobs put the newest parts first, then what the exchange forgets first', () => {
  const lines = [
    line(deposits, 300, true),
    line(accountLedger, 300, true),
    line(hfLedger, 3, true),
    line(deposits, 300, false),
    line(hfLedger, 1, true),
  ];
  const jobs = jobsOf(lines, now).map(({ line: { stream }, planned: { kind } }) => [stream.name, kind]);
  expect(jobs).toEqual([
    ['deposits', 'tail'],
    ['hf-ledger', 'backfill'],
    ['account-ledger', 'backfill'],
    ['deposits', 'backfill'],
  ]);
});

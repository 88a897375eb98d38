import { describe, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { PositionUpdate } from '#client/feed/messages/positions.ts';
import { position } from '../testing/records.ts';
import { openLiveAccount } from '../testing/opened-account.ts';

const topic = { venue: 'futures', kind: 'positions' } as const;
const symbol = 'XBTUSDTM';
const long = { ...position, id: 'l', positionSide: 'long', quantity: '120' } as const;
const short = { ...position, id: 's', positionSide: 'short', quantity: '-200' } as const;
const { id: _long, positionSide: _side, ...unnamed } = long;

async function openHedged() {
  const opened = await openLiveAccount();
  const { fake, clock, page, answers, account } = opened;
  answers.positions = succeed([long, short]);
  account.refresh('positions');
  await clock.pass(20);
  return {
    answers,
    refresh: async () => {
      account.refresh('positions');
      await clock.pass(20);
    },
    rows: () => page.rows('positions').toSorted((a, b) => a.id.localeCompare(b.id)),
    times: () => opened.times('positions'),
    publish: async (update: PositionUpdate, ms = 20) => {
      fake.publish(topic, update);
      await clock.pass(ms);
    },
  };
}

describe('positions in hedge mode', () => {
  it('shows the long and the short position of one contract', async () => {
    const { rows } = await openHedged();
    expect(rows()).toEqual([long, short]);
  });

  it('shows both positions when the exchange gives them one id', async () => {
    const { answers, refresh, rows } = await openHedged();
    answers.positions = succeed([long, { ...short, id: 'l' }]);
    await refresh();
    expect(rows().map(({ positionSide }) => positionSide)).toEqual(['long', 'short']);
  });

  it('merges a frame that names a side into the position of that side', async () => {
    const { publish, rows } = await openHedged();
    await publish({ kind: 'sparse', symbol, positionSide: 'short', patch: { unrealisedPnl: '7' }, asOfMs: 200 });
    expect(rows()).toEqual([long, { ...short, unrealisedPnl: '7', asOfMs: 200 }]);
    const { id: _id, ...whole } = short;
    const closed = { ...whole, quantity: '0', isOpen: false, asOfMs: 300 } as const;
    await publish({ kind: 'full', symbol, reason: 'positionChange', position: closed });
    expect(rows()).toEqual([long]);
  });

  it('takes the side of a whole frame without one from the sign of its quantity', async () => {
    const { publish, rows } = await openHedged();
    const change = { ...unnamed, quantity: '-50', asOfMs: 200 } as const;
    await publish({ kind: 'full', symbol, reason: 'positionChange', position: change });
    expect(rows()).toEqual([long, { ...short, quantity: '-50', asOfMs: 200 }]);
  });

  it('reads the list when a frame does not name its position', async () => {
    const { publish, rows, times } = await openHedged();
    const before = times();
    await publish({ kind: 'sparse', symbol, patch: { unrealisedPnl: '7' }, asOfMs: 200 }, 3_000);
    expect(rows()).toEqual([long, short]);
    expect(times()).toBeGreaterThan(before);
  });

  it('keeps the other position when the list omits one side', async () => {
    const { answers, refresh, rows } = await openHedged();
    answers.positions = succeed([short]);
    await refresh();
    expect(rows()).toEqual([short]);
  });
});

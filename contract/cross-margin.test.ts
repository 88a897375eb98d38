import { expect, it } from 'vitest';
import { absolute, compare, type Decimal, subtract } from '#shared/decimal.ts';
import type { Position } from '#shared/domain/market/futures.ts';
import { createPositions } from '#account/lists/positions.ts';
import { position as template } from '#account/testing/records.ts';
import { createNotes } from '#log/testing/notes.ts';
import { createFakeClock } from '#time/testing/fake-clock.ts';
import { createFuturesKit, type FuturesKit } from '@fathom/practice/testing';
import type { FuturesPosition } from '@fathom/practice';

const symbol = 'XBTUSDTM';
/** the exchange rounds up at ten digits, and the rate is a quotient of two such figures */
const tolerance = '0.00000001';

function openCross(side: 'buy' | 'sell'): FuturesKit {
  const kit = createFuturesKit();
  for (const accountId of ['ada', 'bob']) kit.fund(accountId, '5000');
  kit.mustOrder('bob', side === 'buy' ? 'sell' : 'buy', { price: '50000', size: '7', leverage: '1' });
  kit.mustOrder('ada', side, { size: '7', marginMode: 'CROSS' });
  return kit;
}

function recordOf(kit: FuturesKit): FuturesPosition {
  const record = kit.venue.position('ada', symbol);
  if (record === null) throw new Error('ada has a position');
  return record;
}

/** The account's list of positions, as it shows the row of `record` and follows what frames say of it. */
function follow(record: FuturesPosition) {
  const { log } = createNotes();
  const shown = new Map<string, Position>();
  const rows = {
    set: (row: Position) => void shown.set(row.symbol, row),
    remove: (key: string) => void shown.delete(key),
    all: () => shown,
  };
  const positions = createPositions({ clock: createFakeClock(), log, rows, want: () => undefined });
  const row: Position = {
    ...template,
    marginMode: 'cross',
    quantity: record.currentQty,
    markPrice: record.markPrice,
    markValue: record.markValue,
    positionMargin: record.leverageMargin,
  };
  positions.takeList([row], { requestedAtMs: 0, unreadable: [] });
  return {
    mark({ markPrice, markValue }: FuturesPosition) {
      positions.take({ kind: 'sparse', symbol, patch: { markPrice, markValue }, asOfMs: null });
    },
    margin: (): Decimal => shown.get(symbol)?.positionMargin ?? '0',
  };
}

it.each(['buy', 'sell'] as const)(
  'margin of a cross position equals that of the exchange at each mark price of a frame (%s)',
  side => {
    const kit = openCross(side);
    const list = follow(recordOf(kit));
    for (const price of ['50001', '50137.3', '49211.7', '51999.9', '48000'] as const) {
      kit.venue.setIndexPrice(symbol, price);
      const record = recordOf(kit);
      list.mark(record);
      const difference = absolute(subtract(list.margin(), record.leverageMargin));
      expect(compare(difference, tolerance), `${price}: ${list.margin()} ${record.leverageMargin}`).not.toBe(1);
    }
  },
);

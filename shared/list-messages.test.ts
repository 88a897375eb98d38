import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ListStatus } from './domain/account/account-list.ts';
import { createListWriter, type ListView, readListMessage } from './list-messages.ts';

interface Row {
  readonly id: string;
  readonly size: number;
}
const status: ListStatus = {
  completeness: { kind: 'whole' },
  feed: 'live',
  detail: null,
  asOfMs: 1,
  intervalMs: 60_000,
  isRefreshing: false,
  error: null,
  nextAttemptAtMs: null,
  cost: { pool: 'spot', weight: 2 },
};
const a = { id: 'a', size: 1 };
const b = { id: 'b', size: 1 };
const mapOf = (...rows: Row[]) => new Map(rows.map(row => [row.id, row]));
const keyOf = ({ id }: Row) => id;

it('list messages send the whole list first, then the differences, and nothing twice', () => {
  const writer = createListWriter<Row>();
  expect(writer.write(mapOf(a), status)).toEqual({ serial: 1, kind: 'whole', upserts: [a], removed: [], status });
  expect(writer.write(mapOf(a), status)).toBeNull();
  const bigger = { ...a, size: 2 };
  expect(writer.write(mapOf(bigger, b), status)).toMatchObject({ serial: 2, kind: 'edits', upserts: [bigger, b] });
  expect(writer.write(mapOf(b), status)).toMatchObject({ serial: 3, kind: 'edits', upserts: [], removed: ['a'] });
  const old = { ...status, feed: 'polled', detail: 'gone' } as const;
  expect(writer.write(mapOf(b), old)).toMatchObject({ serial: 4, upserts: [], removed: [], status: old });
  writer.startOver();
  expect(writer.write(mapOf(b), old)).toMatchObject({ serial: 5, kind: 'whole', upserts: [b], removed: [] });
});

it('list messages are unaffected when the writer changes its list afterwards', () => {
  const writer = createListWriter<Row>();
  const rows = mapOf(a);
  writer.write(rows, status);
  rows.set('b', b);
  expect(writer.write(rows, status)).toMatchObject({ upserts: [b] });
});

it('list messages resend all when a row left and returned between two messages, because it is then last', () => {
  const writer = createListWriter<Row>();
  writer.write(mapOf(a, b), status);
  expect(writer.write(mapOf(b, { ...a }), status)).toMatchObject({ serial: 2, kind: 'whole', upserts: [b, a] });
});

it('list messages reject edits that do not follow the message before, and accept a whole list', () => {
  const whole = { serial: 1, kind: 'whole', upserts: [a], removed: [], status } as const;
  const edits = { serial: 3, kind: 'edits', upserts: [b], removed: [], status } as const;
  const view = readListMessage(undefined, whole, keyOf);
  expect(view?.rows).toEqual(mapOf(a));
  expect(readListMessage(view ?? undefined, edits, keyOf)).toBeNull();
  expect(readListMessage(undefined, edits, keyOf)).toBeNull();
  expect(readListMessage(view ?? undefined, { ...whole, serial: 9, upserts: [b] }, keyOf)?.rows).toEqual(mapOf(b));
});

it('list messages keep the same map of rows when only the status differs', () => {
  const view = readListMessage<Row>(undefined, { serial: 1, kind: 'whole', upserts: [a], removed: [], status }, keyOf);
  const old = { ...status, feed: 'polled' } as const;
  const next = readListMessage<Row>(
    view ?? undefined,
    { serial: 2, kind: 'edits', upserts: [], removed: [], status: old },
    keyOf,
  );
  expect(next?.rows).toBe(view?.rows);
  expect(next?.status.feed).toBe('polled');
});

it('list messages give the reader the same rows in the same order, also after lost messages', () => {
  const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  const step = fc.oneof(
    fc.record({ kind: fc.constant('set' as const), id: ids, size: fc.nat(3) }),
    fc.record({ kind: fc.constant('remove' as const), id: ids }),
    fc.constant({ kind: 'lose' } as const),
    fc.constant({ kind: 'tell' } as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const writer = createListWriter<Row>();
      const rows = new Map<string, Row>();
      let view: ListView<Row> | undefined;
      const publish = (isLost: boolean): void => {
        const message = writer.write(rows, status);
        if (message === null || isLost) return;
        const next = readListMessage(view, message, keyOf);
        if (next !== null) view = next;
        else {
          writer.startOver();
          publish(false);
        }
      };
      for (const each of steps) {
        if (each.kind === 'set') rows.set(each.id, { id: each.id, size: each.size });
        else if (each.kind === 'remove') rows.delete(each.id);
        else publish(each.kind === 'lose');
      }
      rows.set('last', { id: 'last', size: 1 });
      publish(false);
      expect([...(view?.rows ?? [])]).toEqual([...rows]);
    }),
  );
});

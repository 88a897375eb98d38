import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { collectBatches } from './last-id.ts';
import { collectSlices } from './offsets.ts';

const failing = () => Promise.resolve(fail('timeout', 'slow'));

it('last-id walk ends when lastId moves on while the rows do not', async () => {
  let asked = 0;
  const read = await collectBatches<string>({
    fetchBatch: () => {
      asked += 1;
      return Promise.resolve(succeed({ items: ['a'], lastId: String(asked) }));
    },
    idOf: row => row,
    mostBatches: 50,
  });
  expect(read).toEqual(succeed({ items: ['a'], isComplete: true }));
  expect(asked).toBe(2);
});

it('last-id walk reports an incomplete list beyond its limit, and passes on a failure', async () => {
  let row = 0;
  const endless = () => {
    row += 1;
    return Promise.resolve(succeed({ items: [String(row)], lastId: String(row), hasMore: true }));
  };
  const batches = await collectBatches<string>({ fetchBatch: endless, idOf: id => id, mostBatches: 3 });
  expect(batches).toEqual(succeed({ items: ['1', '2', '3'], isComplete: false }));
  const slices = await collectSlices<string>({ fetchSlice: endless, offsetOf: id => id, mostSlices: 2 });
  expect(slices).toEqual(succeed({ items: ['4', '5'], isComplete: false }));
  expect(await collectBatches<string>({ fetchBatch: failing, idOf: id => id, mostBatches: 3 })).toMatchObject({
    error: { kind: 'timeout' },
  });
  expect(await collectSlices<string>({ fetchSlice: failing, offsetOf: id => id, mostSlices: 3 })).toMatchObject({
    error: { kind: 'timeout' },
  });
});

it('last-id walk ends when a slice brings no new row', async () => {
  let asked = 0;
  const read = await collectSlices<string>({
    fetchSlice: () => {
      asked += 1;
      return Promise.resolve(succeed({ items: ['a'], hasMore: true }));
    },
    offsetOf: row => row,
    mostSlices: 50,
  });
  expect(read).toEqual(succeed({ items: ['a'], isComplete: true }));
  expect(asked).toBe(2);
});

import { expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import type { Exports } from '#store/exports.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { tableHandlers } from './tables.ts';

function build() {
  const settings = createFakeSettings();
  const way: string[] = [];
  const exports: Exports = {
    begin: (table, kind) => {
      way.push(`begin ${table} ${kind}`);
      return succeed({ exportId: 'e' });
    },
    write: (exportId, text) => {
      way.push(`write ${exportId} ${text}`);
      return succeed({});
    },
    end: exportId => succeed({ file: exportId }),
  };
  return {
    way,
    handlers: tableHandlers({ settings, exports, tellOthers: () => {} }),
    spoil: () => settings.change({ tables: { fills: null } }),
  };
}

const setup = { view: { columns: [], sorting: [], pills: [] }, saved: [] };

it('how each table is looked at is kept by itself', async () => {
  const { handlers, spoil } = build();
  await handlers['tables.save']({ id: 'fills', setup });
  await handlers['tables.save']({ id: 'orders', setup });
  expect(await handlers['tables.read']({})).toEqual(succeed({ fills: setup, orders: setup }));
  // what an older or a newer version wrote
  spoil();
  expect(await handlers['tables.read']({})).toEqual(succeed({}));
});

it('a file is written by main, in parts', async () => {
  const { handlers, way } = build();
  await handlers['exports.begin']({ table: 'fills', kind: 'csv' });
  await handlers['exports.write']({ exportId: 'e', text: 'a' });
  expect(await handlers['exports.end']({ exportId: 'e' })).toEqual(succeed({ file: 'e' }));
  expect(way).toEqual(['begin fills csv', 'write e a']);
});

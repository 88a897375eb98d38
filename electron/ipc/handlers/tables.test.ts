import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { partLength } from '#shared/calls/table-calls.ts';
import { calls } from '#shared/contract.ts';
import { mainWindowId } from '#shared/domain/view/panel-window.ts';
import { succeed } from '#shared/errors.ts';
import { removeFolder } from '#os/testing/remove-folder.ts';
import { createExports, type Exports } from '#store/exports.ts';
import { createFakeSettings } from '#store/testing/fake-settings.ts';
import { createGate, type Handlers } from '../gate.ts';
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
    checkRoom: () => succeed(null),
    reserve: () => succeed({ file: '', manifest: '', allowedBytes: 0 }),
  };
  return {
    way,
    handlers: tableHandlers({ settings, exports, publishToOthers: () => {} }),
    spoil: () => settings.change({ tables: { fills: null } }),
  };
}

const setup = { view: { columns: [], sorting: [], pills: [] }, saved: [] };

it('table views are stored per table', async () => {
  const { handlers, spoil } = build();
  await handlers['tables.save']({ id: 'fills', setup });
  await handlers['tables.save']({ id: 'orders', setup });
  expect(await handlers['tables.read']({})).toEqual(succeed({ fills: setup, orders: setup }));
  // what an older or a newer version wrote
  spoil();
  expect(await handlers['tables.read']({})).toEqual(succeed({}));
});

it.each(['constructor', 'to-string', 'valueof'])(
  'table views keep the view of a table called %s like any other',
  async id => {
    const { handlers } = build();
    expect(await handlers['tables.read']({})).toEqual(succeed({}));
    await handlers['tables.save']({ id, setup });
    expect(await handlers['tables.read']({})).toEqual(succeed({ [id]: setup }));
  },
);

it('a table file is written by main in parts', async () => {
  const { handlers, way } = build();
  await handlers['exports.begin']({ table: 'fills', kind: 'csv' });
  await handlers['exports.write']({ exportId: 'e', text: 'a' });
  expect(await handlers['exports.end']({ exportId: 'e' })).toEqual(succeed({ file: 'e' }));
  expect(way).toEqual(['begin fills csv', 'write e a']);
});

const nothing = () => undefined;

/** The gate in front of files on a real disk. */
function buildGate() {
  const dataDir = mkdtempSync(join(tmpdir(), 'fathom-tables-'));
  onTestFinished(() => removeFolder(dataDir));
  const exports = createExports({ dataDir, nowMs: () => 0 });
  const handlers = tableHandlers({ settings: createFakeSettings(), exports, publishToOthers: () => {} });
  return createGate({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing but these is called
    handlers: handlers as Handlers,
    windowOf: () => mainWindowId,
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
    nowMs: () => 0,
  });
}

it('a table of more than a megabyte is written completely at any speed', async () => {
  const gate = buildGate();
  // letters that JSON writes twice as long
  const large = '{"price":"0.1"}\n'.repeat(Math.floor(partLength / 16));
  const parts = [...Array.from({ length: 8 }, () => large), ...Array.from({ length: 200 }, (_, index) => `${index};`)];
  const begun = await gate('exports.begin', { table: 'fills', kind: 'json' }, null);
  const { exportId } = calls['exports.begin'].output.parse(begun.ok ? begun.value : begun);
  // oxlint-disable-next-line no-await-in-loop -- part by part, as the page does
  for (const part of parts) expect(await gate('exports.write', { exportId, text: part }, null)).toEqual(succeed({}));
  const ended = await gate('exports.end', { exportId }, null);
  const { file } = calls['exports.end'].output.parse(ended.ok ? ended.value : ended);
  expect(readFileSync(file, 'utf8') === parts.join('')).toBe(true);
  expect(parts.join('').length).toBeGreaterThan(1_000_000);
});

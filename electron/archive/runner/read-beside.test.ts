import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '#os/testing/remove-folder.ts';
import type { ArchiveStore, FoundRow } from '../archive-store.ts';
import { emptyCoverage } from '../coverage/coverage.ts';
import { noColumns } from '../records/columns.ts';
import { funding } from '../streams/futures/funding.ts';
import { commitOf, hourMs, row, t0 } from '../testing/commits.ts';
import { openLocalStore, valueOf } from '../testing/local-store.ts';
import { newLineState } from './line-state.ts';
import { readBeside } from './read-beside.ts';
import type { Session } from './session.ts';

let folder: string;
let store: ArchiveStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fathom-beside-'));
  store = openLocalStore(join(folder, 'archive.sqlite'));
});
afterEach(async () => {
  await store.close();
  removeFolder(folder);
});

function payment(hours: number, symbol = 'XBTUSDTM'): FoundRow {
  return row(`${symbol} ${hours}`, { timeMs: t0 + hours * hourMs, columns: { ...noColumns, symbol } });
}

it('the rows beside a window are those of its line, as far as the time between is covered', async () => {
  const accountId = await valueOf(store.openAccount({ profileId: 'p', runId: null }));
  const key = { accountId, stream: 'funding', symbol: 'XBTUSDTM' } as const;
  await valueOf(store.openLine({ ...key, startMs: t0 }));
  const rows = [0, 8, 16, 24, 32, 40, 48].map(hours => payment(hours));
  await valueOf(store.commitPage(commitOf(key, [...rows, payment(8, 'ETHUSDTM')], { record: 'funding' })));
  const window = { fromMs: t0 + 16 * hourMs, toMs: t0 + 24 * hourMs + 1 };
  const read = async (fromHour: number) => {
    const sealed = [{ fromMs: t0 + fromHour * hourMs, toMs: t0 + 41 * hourMs }];
    const line = newLineState(funding, {
      ...key,
      coverage: { ...emptyCoverage(t0), sealed },
      lastReadAtMs: null,
      deleted: null,
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it reads nothing else of a session
    const session = { options: { store }, state: { lines: [] } } as unknown as Session;
    const { span, rows: found } = await valueOf(readBeside(session, { line, window, rows: [] }));
    return { fromHour: (span.fromMs - t0) / hourMs, keys: found.map(each => each.key) };
  };
  expect(await read(0)).toEqual({ fromHour: 0, keys: ['XBTUSDTM 0', 'XBTUSDTM 8', 'XBTUSDTM 32', 'XBTUSDTM 40'] });
  expect((await read(4)).keys).toEqual(['XBTUSDTM 8', 'XBTUSDTM 32', 'XBTUSDTM 40']);
  // before the window is a gap
  expect(await read(17)).toEqual({ fromHour: 16, keys: ['XBTUSDTM 32', 'XBTUSDTM 40'] });
});

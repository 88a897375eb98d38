import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { symbol } from '../book/book-deltas.ts';
import { clockLeadMs } from '../flood/stage/paint-log.ts';
import { type RunningFathom, withFathom } from '../harness.ts';
import { median, quantile } from '../measure.ts';
import type { Metric } from '../metric.ts';
import { hasTimeLeft } from '../share.ts';
import { type DeskCall, readProfileId, valueOf } from './desk-call.ts';
import { firstBytesOf } from './first-bytes.ts';

/**
 * From the order's bytes on the wire, before the exchange can have filled it, to the painted row of its fill: the
 * exchange's own work, its frame, the account, the bridge to the page and the table.
 */
const rounds = { most: 40, fewest: 15 };
const pauseMs = 150;
const mostMs = 50;
const ordersPath = /^\/api\/v\d+\/(?:hf\/)?orders$/;

interface Filled {
  readonly answer: unknown;
  readonly paintedAtMs: number;
}

/** Sends the order out of the page and waits there for a row with that text; the moment is by the page's clock. */
function placeAndWatch(page: Page, call: DeskCall, text: string): Promise<Filled> {
  return page.evaluate(
    async ({ name, input, text: wanted }) => {
      const table = document.querySelector('table[aria-label="Recent fills"]');
      if (table === null) throw new Error('the fills are not on the screen');
      const painted = new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`no row shows ${wanted}`)), 20_000);
        const observer = new MutationObserver(() => {
          if (!(table.textContent ?? '').includes(wanted)) return;
          observer.disconnect();
          // the message comes when the frame that shows it is done
          const { port1, port2 } = new MessageChannel();
          // oxlint-disable-next-line unicorn/prefer-add-event-listener -- this way the port begins by itself
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          requestAnimationFrame(() => port2.postMessage(null));
        });
        observer.observe(table, { subtree: true, childList: true, characterData: true });
      });
      const answer = await window.desk?.call(name, input);
      return { answer, paintedAtMs: await painted };
    },
    { ...call, text },
  );
}

/** Each order has a size that no other fill has and that ends in no zero, so that its row is known by it. */
const sizeOf = (round: number): string => `0.00${1013 + 10 * round}`;

async function timeFills({ page }: RunningFathom): Promise<readonly number[]> {
  await page.getByRole('tab', { name: 'Fills' }).first().click();
  await page.getByRole('table', { name: 'Recent fills' }).getByRole('row').nth(1).waitFor();
  const profileId = await readProfileId(page);
  const leadMs = await clockLeadMs(page);
  const seen: number[] = [];
  const time = async (round: number): Promise<number> => {
    const onWire = firstBytesOf(ordersPath);
    const size = sizeOf(round);
    const order = { clientOid: crypto.randomUUID(), symbol, side: 'buy', type: 'market', size };
    const { answer, paintedAtMs } = await placeAndWatch(
      page,
      { name: 'orders.place', input: { profileId, order } },
      size,
    );
    valueOf(answer);
    return paintedAtMs - leadMs - (await onWire);
  };
  await time(0);
  for (let round = 1; round <= rounds.fewest || (round <= rounds.most && hasTimeLeft()); round += 1) {
    await wait(pauseMs);
    seen.push(await time(round));
  }
  return seen;
}

export async function measureFillToRow(): Promise<Metric> {
  const seen = await withFathom(timeFills);
  const p95 = quantile(seen, 0.95);
  return {
    metric: 'fill at the exchange to row on screen, p95 (ms)',
    ours: Number(p95.toFixed(1)),
    peer: null,
    peerName: 'none',
    median: Number(median(seen).toFixed(1)),
    fills: seen.length,
    ratio: null,
    goal: `<= ${mostMs} ms`,
    met: p95 <= mostMs,
  };
}

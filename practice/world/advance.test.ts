import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { signedHeaders } from '../http/testing/signer.ts';
import { createWorld, type ReadyInfo, type World } from './world.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const fundingMs = 8 * hourMs;
const realMs = Date.UTC(2026, 8, 21, 13, 40);

let world: World;
let ready: ReadyInfo;
let nowMs = realMs;

beforeAll(async () => {
  const machine = { date: () => realMs, steady: () => realMs };
  world = await createWorld({ seed: 5, dialect: 'document', spotPort: 0, futuresPort: 0, machine });
  ready = await world.start();
});
afterAll(() => world.stop());

const Clock = z.object({ nowMs: z.number() });

async function advance(ms: number): Promise<void> {
  const { url, token } = ready.control;
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/clock`, { method: 'POST', headers, body: JSON.stringify({ advanceMs: ms }) });
  nowMs = Clock.parse(await response.json()).nowMs;
}

async function get(venue: 'spot' | 'futures', path: string): Promise<unknown> {
  const key = ready.keys.find(({ label }) => label === 'trader');
  if (key === undefined) throw new Error('there is no key of the trader');
  const unsigned = { prefix: ready.headerPrefix, timestampMs: nowMs, method: 'GET', endpoint: path, body: '' };
  const response = await fetch(`${ready[venue]}${path}`, { headers: signedHeaders(key, unsigned) });
  return await response.json();
}

const Rows = z.object({ data: z.array(z.unknown()) });
const Page = z.object({ data: z.object({ totalNum: z.number() }) });
const Funding = z.object({
  data: z.object({ dataList: z.array(z.object({ timePoint: z.number(), positionQty: z.number() })) }),
});

async function hfRows(): Promise<number> {
  const window = `startAt=${realMs - dayMs}&endAt=${realMs}`;
  return Rows.parse(await get('spot', `/api/v1/hf/accounts/ledgers?${window}`)).data.length;
}

async function futuresFills(): Promise<number> {
  const window = `startAt=${realMs - 5 * dayMs}&endAt=${realMs}`;
  return Page.parse(await get('futures', `/api/v1/fills?${window}`)).data.totalNum;
}

async function ledgerRows(): Promise<number> {
  const window = `startAt=${realMs - dayMs}&endAt=${realMs}`;
  return Page.parse(await get('spot', `/api/v1/accounts/ledgers?${window}`)).data.totalNum;
}

describe('the time of the exchange', () => {
  it('moves forward, and each settlement between is booked', async () => {
    expect(await hfRows()).toBeGreaterThan(10);
    await advance(2 * dayMs);
    expect(nowMs).toBe(realMs + 2 * dayMs);
    const path = `/api/v1/funding-history?symbol=XBTUSDTM&startAt=${realMs}&endAt=${nowMs}&maxCount=100`;
    const { dataList } = Funding.parse(await get('futures', path)).data;
    const first = (Math.floor(realMs / fundingMs) + 1) * fundingMs;
    expect(dataList.map(({ timePoint }) => timePoint).toReversed()).toEqual(
      Array.from({ length: 6 }, (_, index) => first + index * fundingMs),
    );
    expect(await hfRows()).toBeGreaterThan(10);
  });

  it('makes lists drop rows beyond their retention', async () => {
    await advance(2 * dayMs);
    expect(await hfRows()).toBe(0);
    const [fills, ledger] = [await futuresFills(), await ledgerRows()];
    expect(fills).toBeGreaterThan(10);
    expect(ledger).toBeGreaterThan(10);
    await advance(90 * dayMs);
    expect(await futuresFills()).toBe(0);
    expect(await ledgerRows()).toBe(ledger);
    await advance(280 * dayMs);
    expect(await ledgerRows()).toBe(0);
  });
});

import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { MissingPart } from '#shared/domain/answers/missing-part.ts';
import { completenessOf } from '#shared/domain/completeness.ts';
import type { AuditRow } from '#shared/domain/safety/audit.ts';
import { fail } from '#shared/errors.ts';
import { buildFill } from '#shared/testing/build-fill.ts';
import { spotMarket } from '#shared/testing/build-instrument.ts';
import { buildOrder } from '#shared/testing/build-order.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { setPrivacy } from '#lib/own/privacy.ts';
import { timelineItem } from '#state/blotter/order-menu.ts';
import { useUiStore } from '#state/ui-store.ts';
import { TimelineCard } from './timeline-card.tsx';
import { type TimelineFacts, timelineOf } from './timeline-events.ts';

afterEach(() => {
  cleanup();
  setPrivacy('off');
  useUiStore.setState(useUiStore.getInitialState());
});

const step = (n: number, change: Partial<AuditRow>): AuditRow => ({
  n,
  prev: '',
  atMs: n,
  user: 'me',
  profileId: 'p',
  kind: 'place-order',
  key: 'mine',
  symbol: 'BTC-USDT',
  summary: '',
  state: 'sent',
  detail: null,
  verdict: null,
  weight: null,
  ...change,
});

const order = buildOrder({ id: 'o1', clientOid: 'mine', createdAtMs: 30, price: '60000.10', filledSize: '0.5' });
const fill = buildFill({ orderId: 'o1', tradeId: 't1', size: '0.5', price: '60000.10', createdAtMs: 50 });
const facts: TimelineFacts = { profileId: 'p', orderId: 'o1', record: order, fills: [fill], audit: [] };
const titlesOf = (given: Partial<TimelineFacts>) => timelineOf({ ...facts, ...given }).map(({ title }) => title);

it('timeline joins the steps of Fathom, the order and its fills, the newest last', () => {
  const audit = [
    step(60, { kind: 'cancel-order', key: 'o1', state: 'sent' }),
    step(20, { state: 'acknowledged' }),
    step(10, { state: 'sent' }),
    step(11, { key: 'another' }),
    step(12, { profileId: 'q' }),
  ];
  const record = { ...order, isActive: false, isCancelled: true, updatedAtMs: 70 };
  const fills = [buildFill({ orderId: 'o2', createdAtMs: 40 }), fill];
  expect(titlesOf({ audit, record, fills })).toEqual([
    'Placing: sent',
    'Placing: acknowledged',
    'Order accepted',
    'Filled 0.5 at 60,000.1',
    'Cancellation: sent',
    'Cancelled',
  ]);
});

it('timeline lists a repeated fill once, in its last form', () => {
  const fills = [{ ...fill, fee: null }, fill, buildFill({ orderId: 'o2', tradeId: 't1', fee: '9' })];
  const shown = timelineOf({ ...facts, fills }).filter(({ key }) => key.startsWith('fill'));
  expect(shown).toMatchObject([{ detail: 'taker · fee 0.1 USDT · trade t1' }]);
});

it('timeline puts an end without a time last', () => {
  const record = { ...order, isActive: false, updatedAtMs: null };
  expect(timelineOf({ ...facts, record }).at(-1)).toMatchObject({ title: 'Done', atMs: null });
});

it('timeline of a stop states that it has fired, and of an unknown order its fills alone', () => {
  const stop = buildStopOrder({ id: 'o1', status: 'triggered' });
  expect(timelineOf({ ...facts, record: stop, fills: [] }).map(({ title }) => title)).toEqual([
    'Stop order accepted',
    'Triggered',
  ]);
  expect(timelineOf({ ...facts, record: null }).map(({ title }) => title)).toEqual(['Filled 0.5 at 60,000.1']);
});

const listOf = <T,>(items: T[], missing: MissingPart[] = []) => ({
  items,
  completeness: completenessOf(missing),
  asOfMs: 1,
});
const nothingResting = { 'spot.orders': [], 'margin.orders': [], 'spot.fills': [], 'margin.fills': [] };
const asked = { venue: 'spot', symbol: 'BTC-USDT', tradeType: 'spot', orderId: 'o1' };
const shownEvents = () =>
  within(screen.getByRole('list', { name: 'Timeline' }))
    .getAllByRole('listitem')
    .map(each => each.textContent);

it('timeline of a fill requests its order by itself, and finds the steps with it', async () => {
  const desk = installFakeDesk({
    'audit.list': always([step(10, { state: 'acknowledged' })]),
    'orders.read': always({ ...order, isActive: false, updatedAtMs: 70 }),
    'orders.fills': always(listOf([fill])),
  });
  serveAccount(desk, { ...nothingResting, 'spot.fills': [fill] });
  timelineItem(fill).onSelect();
  const card = useUiStore.getState().openCard;
  if (card?.kind !== 'timeline') throw new Error('no timeline was asked for');
  renderPage(<TimelineCard profileId="p" of={card.of} />);
  await screen.findByText('Placing: acknowledged');
  expect(shownEvents()).toEqual([
    expect.stringContaining('Placing: acknowledged'),
    expect.stringContaining('Order accepted'),
    expect.stringContaining('Filled 0.5'),
    expect.stringContaining('Done'),
  ]);
  expect(screen.getByText(/"price": "60000.10"/)).toBeTruthy();
});

it('timeline of an old order has its fills and the time of its end, which no list states', async () => {
  // as a list of done orders has it: without the moment, but with the stop that it came from
  const listed = buildOrder({ ...order, isActive: false, updatedAtMs: null, stopPrice: '59000' });
  const desk = installFakeDesk({
    'audit.list': always([]),
    'orders.read': always({ ...listed, updatedAtMs: 1_700_000_000_000, stopPrice: null }),
    'orders.fills': always(listOf([{ ...fill, createdAtMs: 1_699_999_999_000 }])),
  });
  serveAccount(desk, nothingResting);
  renderPage(
    <TimelineCard profileId="p" of={{ market: spotMarket(), tradeType: 'spot', orderId: 'o1', record: listed }} />,
  );
  await screen.findByText('Filled 0.5 at 60,000.1');
  await waitFor(() => expect(screen.queryByText('time unknown')).toBeNull());
  expect(shownEvents()).toEqual([
    expect.stringContaining('trigger 59,000'),
    expect.stringContaining('Filled 0.5'),
    expect.stringContaining('Done'),
  ]);
  for (const name of ['orders.read', 'orders.fills']) {
    expect(desk.calls.find(call => call.name === name)?.input).toEqual({ profileId: 'p', order: asked });
  }
});

it('timeline requests nothing for a stop, which has no fills', async () => {
  const desk = installFakeDesk({ 'audit.list': always([]) });
  serveAccount(desk, nothingResting);
  const record = buildStopOrder({ id: 'o1' });
  renderPage(<TimelineCard profileId="p" of={{ market: spotMarket(), tradeType: 'spot', orderId: 'o1', record }} />);
  await screen.findByText('Stop order accepted');
  expect(desk.calls.filter(({ name }) => name === 'orders.read' || name === 'orders.fills')).toEqual([]);
});

it('timeline names the missing fills', async () => {
  const missing = { part: 'fills beyond the 200 that are shown', reason: 'The list is longer.', asOfMs: null };
  const desk = installFakeDesk({ 'audit.list': always([]), 'orders.fills': always(listOf([fill], [missing])) });
  serveAccount(desk, nothingResting);
  renderPage(
    <TimelineCard profileId="p" of={{ market: spotMarket(), tradeType: 'spot', orderId: 'o1', record: null }} />,
  );
  expect(await screen.findByText('fills beyond the 200 that are shown: The list is longer.')).toBeTruthy();
  expect(await screen.findByText('The order: no answer for orders.read')).toBeTruthy();
});

it('timeline names what it could not read', async () => {
  const desk = installFakeDesk({ 'audit.list': () => fail('internal', 'The journal is locked.') });
  serveAccount(desk, { 'spot.orders': [order], 'margin.orders': [], 'spot.fills': [], 'margin.fills': [] });
  renderPage(
    <TimelineCard profileId="p" of={{ market: spotMarket(), tradeType: 'spot', orderId: 'o1', record: null }} />,
  );
  expect(await screen.findByText('Audit journal: The journal is locked.')).toBeTruthy();
  // it is among the open ones, so it need not be requested
  expect(desk.calls.some(({ name }) => name === 'orders.read')).toBe(false);
});

describe('the lookup answer in the timeline', () => {
  const of = { market: spotMarket(), tradeType: 'spot', orderId: 'o1', record: order } as const;
  const text = '{"code":"200000","data":{"id":90071992547409931234,"price":"60000.10"}}';
  const answer = { endpoint: 'GET /api/v1/orders/{orderId}', httpStatus: 200, text, isCut: false, receivedAtMs: 1 };
  const serve = () => {
    const desk = installFakeDesk({ 'audit.list': always([]), 'orders.answer': always(answer) });
    serveAccount(desk, { 'spot.orders': [order], 'margin.orders': [], 'spot.fills': [], 'margin.fills': [] });
    return desk;
  };

  it('belongs to the order of the row, and is shown digit for digit with source and time', async () => {
    const desk = serve();
    renderPage(<TimelineCard profileId="p" of={of} />);
    const shown = await screen.findByRole('region', { name: 'Answer of the exchange' });
    expect(shown.textContent).toContain('"id": 90071992547409931234');
    expect(screen.getByText(/GET \/api\/v1\/orders\/\{orderId\} · HTTP 200 · read at/)).toBeTruthy();
    expect(desk.calls.find(({ name }) => name === 'orders.answer')?.input).toEqual({
      profileId: 'p',
      order: { venue: 'spot', symbol: of.market.symbol, tradeType: 'spot', orderId: 'o1', isStop: false },
    });
  });

  it('the lookup answer of a stop uses the request for stops', async () => {
    const desk = serve();
    const stop = buildStopOrder({ id: 's1' });
    renderPage(<TimelineCard profileId="p" of={{ ...of, orderId: 's1', record: stop }} />);
    await screen.findByRole('region', { name: 'Answer of the exchange' });
    expect(desk.calls.find(({ name }) => name === 'orders.answer')?.input).toMatchObject({
      order: { orderId: 's1', isStop: true },
    });
  });

  it('the lookup answer is hidden while amounts are hidden, and so is the record', async () => {
    serve();
    setPrivacy('amounts');
    renderPage(<TimelineCard profileId="p" of={of} />);
    expect(await screen.findByText(/HTTP 200/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('60000.10');
  });

  it('the lookup answer shows the reason when it fails', async () => {
    const desk = serve();
    desk.answer('orders.answer', () => fail('unreachable', 'The exchange cannot be reached.'));
    renderPage(<TimelineCard profileId="p" of={of} />);
    expect(await screen.findByText('The exchange cannot be reached.')).toBeTruthy();
  });
});

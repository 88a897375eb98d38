import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildFuturesContract, buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { stopError } from '#lib/orders/amend-error.ts';
import { readStopDraft, stopAmendRequest, stopDraftAt, stopDraftOf } from './amend-stop-form.ts';
import { AmendStopSheet } from './amend-stop-sheet.tsx';

const stop = buildStopOrder({ stopPrice: '90', price: '89', size: '1' });
const market = buildStopOrder({ type: 'market', price: null, stopPrice: '90' });
const draft = stopDraftOf(stop);

const changed = (change: Partial<typeof draft>) =>
  readStopDraft({ ...draft, ...change }, stop, { watched: null, terms: null });
const submit = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true });

afterEach(cleanup);
const noop = () => {};

describe('the typed stop', () => {
  it.each([
    [{ ...draft, stopPrice: '' }, 'Enter the trigger price'],
    [{ ...draft, stopPrice: 'mid' }, 'Enter the trigger price'],
    [{ ...draft, price: '' }, 'Enter the order price.'],
    [{ ...draft, size: '50%' }, 'Type the size, like 0.5, 200q or 50%.'],
    [{ ...draft, size: '5q' }, 'Type the size, like 0.5, 200q or 50%.'],
    [{ ...draft, stopPrice: '101' }, 'It would trigger at once: the price is 100.'],
    [draft, 'Nothing has changed'],
  ])('%o: %s', (given, validationError) => {
    expect(readStopDraft(given, stop, { watched: '100', terms: null })).toEqual({ ok: false, validationError });
  });

  it.each([
    ['2 BTC', '2'],
    ['178 USDT', '2'],
    ['50%', '0.5'],
  ])('accepts the size %s like the ticket', (size, amount) => {
    const terms = spotTerms(buildSpotSymbol({ baseIncrement: '0.001' }));
    expect(readStopDraft({ ...draft, size }, stop, { watched: null, terms })).toMatchObject({
      change: { size: amount },
    });
  });

  it('may change each figure alone, and a market stop has no price', () => {
    expect(changed({ stopPrice: '91' })).toMatchObject({
      ok: true,
      change: { stopPrice: '91', price: '89', size: '1' },
    });
    expect(changed({ price: '88' })).toMatchObject({ ok: true });
    expect(changed({ size: '2' })).toMatchObject({ ok: true });
    const change = { stopPrice: '91', price: null, size: '1', isAutoRepay: false } as const;
    expect(readStopDraft({ ...stopDraftOf(market), stopPrice: '91' }, market, { watched: null, terms: null })).toEqual({
      ok: true,
      change,
    });
    expect(stopAmendRequest(market, change, 'x')).not.toHaveProperty('price');
  });

  it('states which stops cannot be amended', () => {
    expect(stopError(stop)).toBeNull();
    expect(stopError({ ...stop, placedBy: 'margin-system' })).toContain('margin system');
    expect(stopError({ ...stop, tradeType: 'cross' })).toBeNull();
    expect(stopError({ ...stop, size: null })).toContain('with a size');
    expect(stopError({ ...stop, pairId: 'p1' })).toContain('Part of a pair');
    // of a contract the other exit stays, and the sheet says so
    expect(stopError({ ...stop, venue: 'futures', pairId: 'a+b' })).toBeNull();
  });
});

it('amended stop is reviewed, sent once, and shows the outcome', async () => {
  const desk = installFakeDesk({ 'intents.list': always([]) });
  desk.answer('orders.amend', () => succeed({ outcome: 'gone', orderId: null, filledSize: null, detail: 'Refused.' }));
  renderPage(<AmendStopSheet profile={buildProfile()} stop={stop} watched="100" onClose={() => {}} />);
  // as it opens nothing is called wrong
  expect(screen.getByText('Nothing has changed').className).toBe('field-note');
  fireEvent.change(screen.getByLabelText('Trigger price'), { target: { value: '92' } });
  submit();
  expect(screen.getByText('STOP sell 1 · LAST <= 92 · limit 89 · −8.00 % · at exchange')).toBeTruthy();
  submit();
  submit();
  await screen.findByText('Original cancelled, replacement not placed.');
  const sent = desk.calls.filter(({ name }) => name === 'orders.amend').map(({ input }) => input);
  expect(sent).toMatchObject([{ amend: { isStop: true, orderId: 'vs1', stopPrice: '92', price: '89', size: '1' } }]);
});

it('amended margin stop has auto-repay as a choice, shown in the review, and sent', async () => {
  const desk = installFakeDesk({ 'intents.list': always([]) });
  desk.answer('orders.amend', () => succeed({ outcome: 'amended', orderId: 'v2', filledSize: null, detail: 'New.' }));
  const owned = { ...stop, tradeType: 'cross' } as const;
  renderPage(<AmendStopSheet profile={buildProfile()} stop={owned} watched="100" onClose={() => {}} />);
  expect(screen.getByText(/does not state it for the old order/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Trigger price'), { target: { value: '92' } });
  fireEvent.click(screen.getByRole('checkbox', { name: /Repay/ }));
  submit();
  expect(screen.getByText('The new order has auto-repay.')).toBeTruthy();
  submit();
  await screen.findByText('Amended.');
  const sent = desk.calls.filter(({ name }) => name === 'orders.amend').map(({ input }) => input);
  expect(sent).toMatchObject([{ amend: { tradeType: 'cross', isAutoRepay: true, stopPrice: '92' } }]);
});

it('dragged stop keeps the distance between limit and trigger', () => {
  expect(stopDraftAt(stop, '92.5')).toEqual({ stopPrice: '92.5', price: '91.5', size: '1', isAutoRepay: false });
  expect(stopDraftAt(market, '92')).toMatchObject({ stopPrice: '92', price: '' });
  expect(stopDraftAt(stop, undefined)).toEqual(draft);
});

it('dropped stop opens its review with the loss of the position in both directions; Back edits it', async () => {
  const desk = installFakeDesk({
    'intents.list': always([]),
    'contracts.list': always([buildFuturesContract({ multiplier: '0.001' })]),
  });
  serveAccount(desk, {
    positions: [buildPosition({ symbol: 'XBTUSDTM', quantity: '10', averageEntryPrice: '66000', isOpen: true })],
  });
  const own = { venue: 'futures', tradeType: 'futures', symbol: 'XBTUSDTM', side: 'sell', size: '10' } as const;
  const waiting = buildStopOrder({ ...own, stop: 'down', stopPrice: '65000', type: 'market', price: null });
  const sheet = <AmendStopSheet profile={buildProfile()} stop={waiting} price="64000" watched="66500" onClose={noop} />;
  renderPage(sheet);
  expect(screen.queryByLabelText('Trigger price')).toBeNull();
  expect(screen.getByRole('button', { name: 'Amend to 10 at trigger 64,000' })).toBeTruthy();
  const result = (await screen.findByText('Est. PnL')).closest('.fact');
  expect(result?.textContent).toMatch(/10.*20 USDT/);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText<HTMLInputElement>('Trigger price').value).toBe('64000');
  expect(screen.getByText('when last ≤ it; now 66,500')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Size'), { target: { value: '4' } });
  expect(screen.getByText('Position after').closest('.fact')?.textContent).toContain('10 → 6 lots');
});

it('dropped stop that would fire at once is not reviewed', () => {
  installFakeDesk({ 'intents.list': always([]) });
  renderPage(<AmendStopSheet profile={buildProfile()} stop={stop} price="101" watched="100" onClose={noop} />);
  expect(screen.getByText(/It would trigger at once/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Trigger price').value).toBe('101');
});

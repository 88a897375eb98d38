import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { succeed } from '#shared/errors.ts';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import { buildStopOrder } from '#shared/testing/build-stop-order.ts';
import { serveAccount } from '#bridge/testing/fake-account.ts';
import { always, installFakeDesk } from '#bridge/testing/fake-desk.ts';
import { renderPage } from '#bridge/testing/render-page.tsx';
import { stopObjection } from '#lib/orders/change-objection.ts';
import { readStopDraft, stopAmendRequest, stopDraftAt, stopDraftOf } from './amend-stop-form.ts';
import { AmendStopSheet } from './amend-stop-sheet.tsx';

const stop = buildStopOrder({ stopPrice: '90', price: '89', size: '1' });
const market = buildStopOrder({ type: 'market', price: null, stopPrice: '90' });
const draft = stopDraftOf(stop);

const changed = (change: Partial<typeof draft>) => readStopDraft({ ...draft, ...change }, stop, null);
const goOn = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Enter', ctrlKey: true });

afterEach(cleanup);
const noop = () => {};

describe('what was typed', () => {
  it.each([
    [{ ...draft, stopPrice: '' }, 'Type the price that fires it.'],
    [{ ...draft, stopPrice: 'mid' }, 'Type the price that fires it.'],
    [{ ...draft, price: '' }, 'Type the price of the order that it places.'],
    [{ ...draft, size: '50%' }, 'Type the size as a number.'],
    [{ ...draft, size: '5q' }, 'Type the size as a number.'],
    [{ ...draft, stopPrice: '101' }, 'It would fire at once: the price is 100.'],
    [draft, 'Nothing of it is another one.'],
  ])('%o: %s', (given, objection) => {
    expect(readStopDraft(given, stop, '100')).toEqual({ ok: false, objection });
  });

  it('each figure may change alone, and a market stop has no price', () => {
    expect(changed({ stopPrice: '91' })).toMatchObject({
      ok: true,
      change: { stopPrice: '91', price: '89', size: '1' },
    });
    expect(changed({ price: '88' })).toMatchObject({ ok: true });
    expect(changed({ size: '2' })).toMatchObject({ ok: true });
    const change = { stopPrice: '91', price: null, size: '1', isAutoRepay: false } as const;
    expect(readStopDraft({ ...stopDraftOf(market), stopPrice: '91' }, market, null)).toEqual({ ok: true, change });
    expect(stopAmendRequest(market, change, 'x')).not.toHaveProperty('price');
  });

  it('says which stops cannot be changed at all', () => {
    expect(stopObjection(stop)).toBeNull();
    expect(stopObjection({ ...stop, placedBy: 'margin-system' })).toContain('margin system');
    expect(stopObjection({ ...stop, tradeType: 'cross' })).toBeNull();
    expect(stopObjection({ ...stop, size: null })).toContain('with a size');
    expect(stopObjection({ ...stop, pairId: 'p1' })).toContain('one of a pair');
    // of a contract the other exit stays, and the sheet says so
    expect(stopObjection({ ...stop, venue: 'futures', pairId: 'a+b' })).toBeNull();
  });
});

it('reviewed, sent once, and what became of it', async () => {
  const desk = installFakeDesk({ 'intents.list': always([]) });
  desk.answer('orders.amend', () => succeed({ outcome: 'gone', orderId: null, filledSize: null, detail: 'Refused.' }));
  renderPage(<AmendStopSheet profile={buildProfile()} stop={stop} watched="100" onClose={() => {}} />);
  // as it opens nothing is called wrong
  expect(screen.getByText('Nothing of it is another one.').className).toBe('field-note');
  fireEvent.change(screen.getByLabelText('Fires at'), { target: { value: '92' } });
  goOn();
  expect(screen.getByText('STOP sell 1 · LAST <= 92 · limit 89 · −8.00 % · at exchange')).toBeTruthy();
  goOn();
  goOn();
  await screen.findByText('Neither is alive.');
  const sent = desk.calls.filter(({ name }) => name === 'orders.amend').map(({ input }) => input);
  expect(sent).toMatchObject([{ amend: { isStop: true, orderId: 'vs1', stopPrice: '92', price: '89', size: '1' } }]);
});

it('on margin whether the new one repays is chosen, shown in the review, and sent', async () => {
  const desk = installFakeDesk({ 'intents.list': always([]) });
  desk.answer('orders.amend', () => succeed({ outcome: 'amended', orderId: 'v2', filledSize: null, detail: 'New.' }));
  const owned = { ...stop, tradeType: 'cross' } as const;
  renderPage(<AmendStopSheet profile={buildProfile()} stop={owned} watched="100" onClose={() => {}} />);
  expect(screen.getByText(/does not tell whether the old one would/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Fires at'), { target: { value: '92' } });
  fireEvent.click(screen.getByRole('checkbox', { name: /Repay/ }));
  goOn();
  expect(screen.getByText('The new one repays what is owed with what it brings in.')).toBeTruthy();
  goOn();
  await screen.findByText('Changed.');
  const sent = desk.calls.filter(({ name }) => name === 'orders.amend').map(({ input }) => input);
  expect(sent).toMatchObject([{ amend: { tradeType: 'cross', isAutoRepay: true, stopPrice: '92' } }]);
});

it('a stop that is dragged keeps its limit as far from its trigger', () => {
  expect(stopDraftAt(stop, '92.5')).toEqual({ stopPrice: '92.5', price: '91.5', size: '1', isAutoRepay: false });
  expect(stopDraftAt(market, '92')).toMatchObject({ stopPrice: '92', price: '' });
  expect(stopDraftAt(stop, undefined)).toEqual(draft);
});

it('a dropped stop opens on its review with what the position loses either way; Back types it', async () => {
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
  expect(screen.queryByLabelText('Fires at')).toBeNull();
  expect(screen.getByRole('button', { name: 'Amend to 10 at trigger 64,000' })).toBeTruthy();
  const result = (await screen.findByText('Result when it fires')).closest('.fact');
  expect(result?.textContent).toMatch(/10.*20 USDT/);
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByLabelText<HTMLInputElement>('Fires at').value).toBe('64000');
  expect(screen.getByText('when last ≤ it; now 66,500')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Size'), { target: { value: '4' } });
  expect(screen.getByText('Position then').closest('.fact')?.textContent).toContain('10 → 6 lots');
});

it('a stop that was dropped where it would fire at once is not reviewed', () => {
  installFakeDesk({ 'intents.list': always([]) });
  renderPage(<AmendStopSheet profile={buildProfile()} stop={stop} price="101" watched="100" onClose={noop} />);
  expect(screen.getByText(/It would fire at once/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Fires at').value).toBe('101');
});

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { futuresMarket } from '#shared/testing/build-instrument.ts';
import { summariseTicket } from '../checks/summary.ts';
import type { DraftEdit, TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildFuturesDraft, buildFuturesFacts, buildSpotFacts } from '../testing/build-ticket.ts';
import { Options } from './options.tsx';

afterEach(cleanup);

const contract = buildFuturesFacts();
const spot = buildSpotFacts();

/** Draws the options of a ticket; answers what they change. */
function draw(draft: TicketDraft, facts: TicketFacts): readonly DraftEdit[] {
  const edits: DraftEdit[] = [];
  const { figures } = summariseTicket(draft, facts);
  const edit = (change: DraftEdit) => void edits.push(change);
  render(
    <Options
      market={futuresMarket()}
      draft={draft}
      edit={edit}
      facts={facts}
      figures={figures}
      isInvalid={() => false}
    />,
  );
  // open from the start when an option behind it is set
  const more = screen.getByRole('button', { name: /^more/ });
  if (more.getAttribute('aria-pressed') === 'false') fireEvent.click(more);
  edits.length = 0;
  return edits;
}

const list = (label: string) => screen.getByRole<HTMLSelectElement>('combobox', { name: label });
const optionsOf = (label: string) =>
  within(list(label))
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ text, disabled }) => `${disabled ? 'not ' : ''}${text}`);
const described = (control: HTMLElement) =>
  document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent ?? null;

it('an impossible option stays in the list and states why', () => {
  draw(buildFuturesDraft(), contract);
  expect(optionsOf('Time in force')).toEqual([
    'GTC',
    'not GTT – Futures orders are GTC or IOC.',
    'IOC',
    'not FOK – Futures orders are GTC or IOC.',
  ]);
  expect(described(list('Time in force'))).toBe('GTT, FOK: Futures orders are GTC or IOC.');
  expect(described(list('Self-trade prevention'))).toBe(
    'STP: decrease: Futures orders are cancelled, never made smaller.',
  );
  cleanup();
  const edits = draw(buildDraft(), spot);
  expect(optionsOf('Time in force')).toEqual(['GTC', 'GTT', 'IOC', 'FOK']);
  expect(described(list('Time in force'))).toBeNull();
  fireEvent.change(list('Time in force'), { target: { value: 'FOK' } });
  fireEvent.change(list('Self-trade prevention'), { target: { value: 'DC' } });
  fireEvent.change(list('Self-trade prevention'), { target: { value: 'none' } });
  expect(edits).toEqual([{ timeInForce: 'FOK' }, { selfTrade: 'DC' }, { selfTrade: null }]);
});

it.each<[DraftEdit, string, RegExp]>([
  [{ kind: 'market' }, 'IOC', /^GTC, GTT, FOK: A market order does not wait/],
  [{ kind: 'pair' }, 'GTC', /^GTT, IOC, FOK: A pair waits/],
  [{ kind: 'stop-limit', timeInForce: 'GTT' }, 'GTC', /^GTT: Stop orders have no expiry/],
  [{ kind: 'stop-limit', timeInForce: 'FOK' }, 'FOK', /^GTT: Stop orders/],
])('the effective value is shown, whatever was chosen before: %o', (edit, life, reason) => {
  draw(buildDraft({ selfTrade: 'CO', ...edit }), spot);
  expect(list('Time in force').value).toBe(life);
  expect(described(list('Time in force'))).toMatch(reason);
  expect(list('Self-trade prevention').value).toBe(edit.kind === 'market' ? 'CO' : 'none');
});

it('a switch that another excludes has the reason as its description', () => {
  const edits = draw(buildFuturesDraft({ timeInForce: 'IOC', isClose: true }), contract);
  const flags = ['post-only', 'reduce-only', 'close', 'hidden'].map(name => screen.getByRole('button', { name }));
  expect(flags.map(described)).toEqual([
    'IOC never rests, so it cannot be post-only.',
    'A close order is always reduce-only.',
    null,
    'IOC never rests, so it cannot be hidden.',
  ]);
  for (const flag of flags) fireEvent.click(flag);
  expect(edits).toEqual([{ isClose: false }]);
});

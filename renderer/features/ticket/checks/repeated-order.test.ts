import { describe, expect, it } from 'vitest';
import type { TicketDraft } from '../model/ticket-draft.ts';
import type { TicketFacts } from '../model/ticket-facts.ts';
import { buildDraft, buildSpotFacts } from '../testing/build-ticket.ts';
import { summariseTicket } from './summary.ts';
import { sentFingerprints } from './warnings.ts';

const spot = buildSpotFacts();
const buy = buildDraft({ size: '1', price: '99' });
const title = 'Duplicate order?';

/** What is kept of a ticket that was sent. */
function sent(draft: TicketDraft, facts = spot): readonly string[] {
  const { request, figures } = summariseTicket(draft, facts);
  if (request === null) throw new Error('the ticket is not valid');
  return sentFingerprints(request, figures.draft);
}

const isWarned = (draft: TicketDraft, facts: TicketFacts) =>
  summariseTicket(draft, facts).validationWarnings.some(each => each.title === title);

describe('a repeated order', () => {
  it('is warned of when all its fields are the same', () => {
    expect(isWarned(buy, buildSpotFacts({ recent: sent(buy) }))).toBe(true);
    expect(isWarned({ ...buy, size: '2' }, buildSpotFacts({ recent: sent(buy) }))).toBe(false);
  });

  it('is warned of when only the seconds until its end differ', () => {
    const ending = { ...buy, timeInForce: 'GTT', life: '17:30' } as const;
    const [order = ''] = sent(ending);
    expect(isWarned(ending, buildSpotFacts({ nowMs: spot.nowMs + 3000, recent: [order] }))).toBe(true);
  });

  it.each<Partial<TicketDraft>>([
    { kind: 'stop-market', side: 'sell', trigger: '-5%' },
    { price: 'b' },
    { price: '98', size: '50%' },
  ])('is warned of when its price or size follows the market: %o', edit => {
    const typed = { ...buy, ...edit };
    // the market moved, so only the ticket as typed is the same
    const recent = sent(typed).slice(1);
    expect(isWarned(typed, buildSpotFacts({ recent }))).toBe(true);
    expect(isWarned({ ...typed, remark: 'second' }, buildSpotFacts({ recent }))).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { type LadderTemplate, mostTemplates } from '#shared/order-entry/ladder/ladder-template.ts';
import { spotTerms } from '#shared/order-entry/market-terms.ts';
import { buildSpotSymbol } from '#shared/testing/build-instrument.ts';
import { firstDraft, type LadderDraft } from './ladder-draft.ts';
import type { LadderFacts } from './ladder-facts.ts';
import { editOfTemplate, templateOf, templatesOf, withoutTemplate, withTemplate } from './own-templates.ts';

const pair = buildSpotSymbol();
const facts: LadderFacts = {
  terms: spotTerms(pair),
  market: { venue: 'spot', pair },
  book: { state: 'live', bids: [['99', '5']], asks: [['101', '5']] },
  rates: null,
  free: { base: null, quote: null },
  policy: null,
  validationError: null,
};
const scope = 'p:spot';
const made = (change: Partial<LadderDraft> = {}, name = 'mine', world: Partial<LadderFacts> = {}) =>
  templateOf({ ...firstDraft, ...change }, { ...facts, ...world }, { scope, name });
const template: LadderTemplate = {
  scope,
  name: 'mine',
  side: 'buy',
  near: 'b',
  far: '-0.5%',
  count: '10',
  shape: 'flat',
  skew: '2',
};

it('own templates keep the shape under its name; a price becomes its distance from the mid', () => {
  expect(made({}, ' mine ')).toEqual({ ok: true, template });
  expect(made({ near: '98', far: '97.5' })).toMatchObject({ template: { near: '-2%', far: '-2.5%' } });
  expect(made({ side: 'sell', near: '102', far: '+3%' })).toMatchObject({ template: { near: '+2%', far: '+3%' } });
});

it('template says why a shape cannot be kept', () => {
  expect(made({}, ' ')).toMatchObject({ ok: false, reason: 'Type a name for it.' });
  expect(made({ rows: [] })).toMatchObject({ ok: false, reason: expect.stringContaining('manually') });
  expect(made({ near: 'x' })).toMatchObject({ ok: false });
  expect(made({ far: '' })).toMatchObject({ ok: false });
  expect(made({ near: '98' }, 'm', { book: { state: 'none', reason: 'stale' } })).toMatchObject({ ok: false });
});

it('own templates fill the form, mirrored on the other side', () => {
  const other = { ...firstDraft, near: '5', rows: [{ price: '1', size: '1' }] };
  expect(editOfTemplate(template, other, 'buy')).toMatchObject({ near: 'b', far: '-0.5%', rows: null, count: '10' });
  expect(editOfTemplate(template, other, 'sell')).toMatchObject({ side: 'sell', near: 'a', far: '+0.5%' });
});

it('own templates have unique names per profile', () => {
  const wider = { ...template, far: '-2%' };
  const foreign = { ...template, scope: 'q:spot' };
  expect(withTemplate([template, foreign], wider)).toEqual([foreign, wider]);
  expect(withoutTemplate([template, foreign], template)).toEqual([foreign]);
  expect(templatesOf([template, foreign], scope)).toEqual([template]);
  expect(templatesOf([{ ...template, shape: 'round' }, { scope }], scope)).toEqual([]);
  const many = Array.from({ length: mostTemplates }, (_, n) => ({ ...template, name: `t${n}` }));
  expect(withTemplate(many, template)).toBeNull();
  expect(withTemplate(many, { ...template, name: 't3' })).toHaveLength(mostTemplates);
});

import { shownText } from '#shared/order-entry/typed-figure.ts';
import { beforeAll, expect, it, vi } from 'vitest';

/** The parts of the page that follow the language, read as a German page reads them: its catalogue comes first. */

async function germanPage() {
  vi.resetModules();
  await import('./de.ts');
  const [words, format, time, age, typed, decimal] = await Promise.all([
    import('#shared/words/t.ts'),
    import('#lib/format.ts'),
    import('#lib/time.ts'),
    import('#lib/age.ts'),
    import('#ui/form/typed-figure.ts'),
    import('#ui/form/decimal-text.ts'),
  ]);
  return { ...words, ...format, ...time, ...age, ...typed, ...decimal };
}

let page: Awaited<ReturnType<typeof germanPage>>;
beforeAll(async () => {
  page = await germanPage();
});

it('German texts are shown', () => {
  const { t } = page;
  expect(t`Order book`).toBe('Orderbuch');
  expect(t`Cancel ${'3'}`).toBe('3 stornieren');
});

it('German figures have a comma and a narrow space, exactly', () => {
  const { formatDecimal, formatPercent } = page;
  expect(formatDecimal('1234567.891')).toBe('1\u202F234\u202F567,891');
  expect(formatDecimal('-0.5', { minimumDecimals: 2 })).toBe('−0,50');
  expect(formatPercent('0.0125')).toBe('1,25 %');
  expect(formatDecimal('98765432109876543210.0000000001')).toBe(
    '98\u202F765\u202F432\u202F109\u202F876\u202F543\u202F210,0000000001',
  );
});

it('German figures never have a point, which could be read as a thousands separator', () => {
  const { formatDecimal } = page;
  for (const text of ['1.000', '1000', '97123.4', '0.001'] as const) expect(formatDecimal(text)).not.toContain('.');
});

it('German figures mark the zeros that only pad', () => {
  const { significantLength } = page;
  expect(significantLength('0,5000')).toBe('0,5'.length);
  expect(significantLength('5000')).toBe(4);
});

it('German days are written in the German form', () => {
  const { formatMoment, formatAge } = page;
  const at = new Date(2026, 2, 28, 14, 3).getTime();
  expect(formatMoment(at, new Date(2026, 3, 1).getTime())).toBe('28.03. 14:03');
  expect(formatMoment(at, new Date(2027, 3, 1).getTime())).toBe('28.03.2026 14:03');
  expect(formatAge(450)).toBe('0,4 s');
});

it('German fields show a stored figure with a comma and store a typed one with a point', () => {
  const { keptFigure } = page;
  expect(shownText('184.555', ',')).toBe('184,555');
  expect(keptFigure('184,555')).toBe('184.555');
  expect(keptFigure('97.123,4')).toBe('97123.4');
  expect(keptFigure('1.000.000')).toBe('1000000');
});

it.each(['1.000', '12.345', '50 1.000'])(
  'German fields keep an ambiguous figure in a form that no reader accepts: %s',
  typed => {
    const { keptFigure, readDecimalText } = page;
    expect(readDecimalText(keptFigure(typed))).toBeNull();
    expect(shownText(keptFigure(typed), ',')).toBe(typed);
  },
);

it.each([
  ['0.500', '0.500'],
  ['1.5', '1.5'],
  ['97123.4', '97123.4'],
  ['1234.567', '1234.567'],
  ['b+1', 'b+1'],
])('German fields accept a point that can only be the decimal sign: %s', (typed, kept) => {
  expect(page.keptFigure(typed)).toBe(kept);
});

import { expect, it } from 'vitest';
import { createCatalogue } from './catalogue.ts';

const german = createCatalogue({
  language: 'de',
  separators: { group: '\u202F', decimal: ',' },
  messages: {
    Cancel: 'Stornieren',
    'Cancel {0}': '{0} stornieren',
    '{0} on {1}': 'auf {1}: {0}',
    '{0} candles': '{0, plural, one {# Kerze} other {# Kerzen}}',
    'The book is {0}.': 'Das Orderbuch ist {0}.',
    'The order was refused: {0}': 'Die Order wurde abgelehnt: {0}',
  },
});

/** What the tag hands over. */
const said = (parts: TemplateStringsArray, ...values: readonly (string | number)[]) => german.write(parts, values);

it('catalogue writes a message in the other language, with its values in the order of that', () => {
  expect(said`Cancel`).toBe('Stornieren');
  expect(said`Cancel ${'BTC-USDT'}`).toBe('BTC-USDT stornieren');
  expect(said`${'half'} on ${'ETH-USDT'}`).toBe('auf ETH-USDT: half');
});

it('catalogue writes a raw number with the decimal sign of the language, and changes nothing else', () => {
  expect(['0.5', '-12.25', '\u22120.1'].map(figure => said`Cancel ${figure}`)).toEqual([
    '0,5 stornieren',
    '-12,25 stornieren',
    '\u22120,1 stornieren',
  ]);
  expect(['127.0.0.1', '1.2.3', '7', 'v0.5', '0,5'].map(other => said`Cancel ${other}`)).toEqual([
    '127.0.0.1 stornieren',
    '1.2.3 stornieren',
    '7 stornieren',
    'v0.5 stornieren',
    '0,5 stornieren',
  ]);
});

it('catalogue keeps the space around a message, which joins it to its neighbours', () => {
  expect(said` Cancel `).toBe(' Stornieren ');
});

const translateMessages = (count: number) => said`${count} candles`;

it('catalogue chooses the plural of the language for each count', () => {
  expect([translateMessages(1), translateMessages(2), translateMessages(0)]).toEqual([
    '1 Kerze',
    '2 Kerzen',
    '0 Kerzen',
  ]);
});

it('catalogue returns values as they came, never read as a message or as an escape', () => {
  const node = { drawn: true };
  const parts = ['', ' on ', ''];
  expect(german.arrange(parts, [node, 'Cancel'])).toEqual(['auf ', 'Cancel', ': ', node]);
  expect(said`Cancel ${String.raw`\u0041 {0}`}`).toBe(String.raw`\u0041 {0} stornieren`);
});

it('catalogue uses English for a missing message', () => {
  expect(said`Nobody wrote ${'this'} yet`).toBe('Nobody wrote this yet');
});

it('catalogue reads a sentence of the main process as the message that it was made of', () => {
  expect(german.translate('Cancel')).toBe('Stornieren');
  expect(german.translate('The book is not live.')).toBe('Das Orderbuch ist not live.');
  expect(german.translate('The order was refused: The book is crossed.')).toBe(
    'Die Order wurde abgelehnt: Das Orderbuch ist crossed.',
  );
});

it('catalogue leaves an unknown sentence unchanged', () => {
  expect(german.translate('constructor')).toBe('constructor');
  expect(german.translate('Balance insufficient!')).toBe('Balance insufficient!');
});

it('catalogue reads an ambiguous text in one pass, and leaves a very long one unchanged', () => {
  const gaps = 'The part {0} the next {1} the next {2} the next {3} the next {4} the last';
  const { translate } = createCatalogue({
    language: 'de',
    separators: { group: '\u202F', decimal: ',' },
    messages: { [gaps]: '{0}, {1}, {2}, {3}, {4}', 'The order was refused: {0}': 'Die Order wurde abgelehnt: {0}' },
  });
  const hostile = `The part${' the next'.repeat(150)}`;
  expect(translate(hostile)).toBe(hostile);
  expect(translate(`${hostile} the last`)).toMatch(/^(?:the next, ){4}(?:the next ?)+$/);
  expect(translate('The part a the next b the next c the next d the next e the last')).toBe('a, b, c, d, e');
  expect(translate(`The order was refused: ${'so '.repeat(400)}`)).toMatch(/^Die Order wurde abgelehnt: so so/);
  const long = `The order was refused: ${'so '.repeat(40_000)}`;
  expect(translate(long)).toBe(long);
});

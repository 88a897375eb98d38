import { expect, it } from 'vitest';
import { findWords } from './find-words.mjs';
import { tagWords } from './tag-words.mjs';

const loose = (source: string) => findWords('x.tsx', source).loose.map(({ text }) => text);
const body = (source: string) => tagWords('x.tsx', `import a from 'a';\n\n${source}`).split('\n\n').at(-1);

it.each([
  ['a title', `const x = <Panel title="Order book" />;`, ['Order book']],
  ['a text', `const x = <p>Nothing is here.</p>;`, ['Nothing is here.']],
  ['a small word that is drawn', `const x = <p>{isOpen ? 'open' : 'closed'}</p>;`, ['open', 'closed']],
  ['a sentence', 'const x = `Cancel ${count} orders`;', ['Cancel {0} orders']],
  ['a word between others', "const x = `${n} ${n === 1 ? 'candle' : 'candles'}`;", ['candle', 'candles']],
  [
    'a sentence that begins with a value',
    'const x = `${count}. Look at the exchange.`;',
    ['{0}. Look at the exchange.'],
  ],
  ['what a cell draws', `const x = { render: row => (row.isUp ? 'rise' : 'fall') };`, ['rise', 'fall']],
  ['a word of a table', `const x = { label: 'side', title: 'Size' };`, ['side', 'Size']],
  ['a key whose name is a word, on a button', `const x = <P confirmLabel="Delete" />;`, ['Delete']],
  ['and drawn by itself', `const x = <b>Home</b>;`, ['Home']],
])('find words: finds %s', (_, source, words) => expect(loose(source)).toEqual(words));

it.each([
  ['classes', `const x = <p className={isOld ? 'row row-old' : 'row'} />;`],
  ['keys of the keyboard', `const x = event.key === 'Enter' || set.has('Escape');`],
  ['keys whose names are words', `const x = event.key === 'Delete' || new Set(['Home', 'End']).has(event.key);`],
  ['keys that are listed', `const x = { keys: 'Space', keyText: 'Delete' };`],
  ['time zones', `const x = 'America/Argentina/Buenos_Aires';`],
  ['calls', `call('orders.list', {}); useRead('Positions list', {});`],
  ['types and imports', `import a from 'Some words'; type X = 'In a table';`],
  ['faults of the program', `throw new Error('This is a bug');`],
  ['what is tagged', 'const x = t`Order book`;'],
  ['keys of rows', 'const rowKey = (x: X) => `${x.id} ${x.isUp ? "rise" : "fall"}`;'],
  ['code and keys that are drawn', `const x = <kbd>Ctrl K</kbd>;`],
])('find words: skips %s', (_, source) => expect(loose(source)).toEqual([]));

it('find words: puts text behind a tag and imports it once', () => {
  expect(tagWords('x.tsx', `import a from 'a';\n\nconst x = <P title="Order book">Two words</P>;\n`)).toBe(
    `import a from 'a';\nimport { t } from '#shared/words/t.ts';\n\nconst x = <P title={t\`Order book\`}>{t\`Two words\`}</P>;\n`,
  );
});

it('find words: makes one message of a sentence with figures and marks', () => {
  expect(body(`const x = <p>Cancel {count} of <b>{symbol}</b> now</p>;`)).toBe(
    'const x = <p>{rich`Cancel ${count} of ${<b>{symbol}</b>} now`}</p>;',
  );
});

it('find words: changes nothing on a second run', () => {
  const once = tagWords('x.tsx', `import a from 'a';\n\nconst x = <p>Cancel {count} of <b>all</b> now</p>;\n`);
  expect(tagWords('x.tsx', once)).toBe(once);
});

it.each([
  ['a variable', `const words = { held: 'gone', kind: 'coin' };`, ['gone']],
  ['a choice', `const verb = isUp ? 'rises' : 'falls';`, ['rises', 'falls']],
  [
    'a function',
    `function sideWords(isBuy: boolean) { if (isBuy) return 'bought'; return isSold ? 'sold' : null; }`,
    ['bought', 'sold'],
  ],
  ['a short function', `const stateLabel = (isOn: boolean) => (isOn ? 'on line' : 'off');`, ['on line', 'off']],
  [
    'a function that judges an id',
    `function checkClientOid() { return breach('clientOid', 'At most 40 letters.'); }`,
    ['At most 40 letters.'],
  ],
])('find words: finds the short texts of %s that is called after them', (_, source, words) =>
  expect(loose(source)).toEqual(words),
);

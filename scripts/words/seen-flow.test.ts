import { expect, it } from 'vitest';
import { findStrayWords } from '../checks/rules/words.mjs';
import { findWords } from './find-words.mjs';

const loose = (source: string) => findWords('x.tsx', source).loose.map(({ text }) => text);

it.each([
  ['an argument', "const line = (noun: string) => t`No ${noun} is here.`; line('order');", ['order']],
  [
    'a later argument',
    `function line(id: string, noun: string) { return <i key={id}>{noun}</i>; } line('a', 'order');`,
    ['order'],
  ],
  [
    'an argument with a dash',
    "const rule = (what: string) => t`It can be ${what}.`; rule('post-only');",
    ['post-only'],
  ],
  [
    'an argument that is handed on',
    "const inner = (noun: string) => <i>{noun}</i>; const outer = (it: string) => inner(it); outer('order');",
    ['order'],
  ],
  ['a field of an argument', "const line = ({ noun }: X) => t`No ${noun}`; line({ noun: 'order' });", ['order']],
  [
    'a choice in an argument',
    "const line = (noun: string) => t`No ${noun}`; line(isUp ? 'rise' : 'fall');",
    ['rise', 'fall'],
  ],
  ['a prop', `const Line = ({ noun }: X) => <i>{noun}</i>; const x = <Line noun="order" />;`, ['order']],
  [
    'a prop with a usual value',
    `const Line = ({ noun = 'x' }: X) => <i>{noun}</i>; const x = <Line noun="order" />;`,
    ['order'],
  ],
  ['a unit', `const x = <NumberCell value={size} unit="lots" />;`, ['lots']],
  ['a field that is a unit', `const x = () => ({ unit: 'lots' });`, ['lots']],
  ['a field that is called after words', `const x = { unitWords: 'lots' };`, ['lots']],
  ['a variable', `const X = () => { const noun = isUp ? 'rise' : 'fall'; return <i>{noun}</i>; };`, ['rise', 'fall']],
  ['the other side of a message', "const x = isUp ? t`It rises.` : 'falling';", ['falling']],
  [
    'what a list of messages is given',
    "const f = () => { const all = [t`Cross margin`]; all.push('repays'); };",
    ['repays'],
  ],
  ['one word that is a sentence', `const x = { kind: 'notice', now: 'Wait.' };`, ['Wait.']],
  ['a title where the machine’s words stand', `const titles = { size: ['Size'] };`, ['Size']],
  [
    'what a function gives that is called after texts',
    `function roomText() { return isFar ? 'safe' : '–'; }`,
    ['safe'],
  ],
])('seen flow: finds the short texts of %s', (_, source, words) => expect(loose(source)).toEqual(words));

it.each([
  ['an argument that is not shown', "const line = (kind: string) => kinds.get(kind); line('order');"],
  [
    'a prop that chooses a class',
    '<Line tone="warning" />; const Line = ({ tone }: X) => <i className={`line ${tone}`} />;',
  ],
  ['what is read out of a text', `function readText() { return isRead ? { state: 'read' } : { state: 'wrong' }; }`],
  ['units that are the same everywhere', `const x = <NumberCell value={took} unit="ms" />;`],
  ['what another function of that name shows', "const read = (key: string) => map.get(key); read('order');"],
])('seen flow: skips %s', (_, source) => expect(loose(source)).toEqual([]));

it('seen flow: follows files: a text is shown when another file calls its function', () => {
  const files = new Map([
    [
      'renderer/line.tsx',
      'export const Line = ({ noun }: X) => <i>{noun}</i>; export const say = (noun: string) => t`${noun}`;',
    ],
    ['renderer/page.tsx', `export const x = <Line noun="order" />;\nsay('stop');`],
    // its own function of that name shows nothing
    ['renderer/other.tsx', `const say = (key: string) => map.get(key);\nsay('depth');`],
  ]);
  expect(findStrayWords(files).faults).toEqual([
    'renderer/page.tsx:1: “order” is outside the catalogue: npm run words puts it behind a tag',
    'renderer/page.tsx:2: “stop” is outside the catalogue: npm run words puts it behind a tag',
  ]);
});

import { describe, expect, it } from 'vitest';
import { nameError, nameSkeleton } from './name-skeleton.ts';

describe('a name that looks like Practice', () => {
  it.each([
    ['with another case', 'pRACTICE'],
    ['with spaces around it', '  Practice '],
    ['with full-width letters', 'Ｐｒａｃｔｉｃｅ'],
    ['with mathematical letters', '𝐏𝐫𝐚𝐜𝐭𝐢𝐜𝐞'],
    ['with Cyrillic letters', 'Рrасtісе'],
    ['with Greek letters', 'Ρracτιce'],
    ['with a digit for a letter', 'Pract1ce'],
    ['with another letter for a letter', 'Practlce'],
    ['with marks on letters', 'Práctıcé'],
    ['with small capitals', 'ᴘʀᴀᴄᴛɪᴄᴇ'],
  ])('a name looks like Practice when it is %s', (_what, name) => {
    expect(nameSkeleton(name)).toBe(nameSkeleton('Practice'));
  });

  it.each(['Practise', 'Practice 2', 'Production', 'Prac tice'])('a name does not look like Practice in %s', name => {
    expect(nameSkeleton(name)).not.toBe(nameSkeleton('Practice'));
  });
});

it.each([
  ['a whole word in another script', 'асе', 'ace'],
  ['capitals of another script', 'ВТС', 'BTC'],
  ['another kind of space', 'Night\u00a0desk', 'Night desk'],
  ['more spaces', 'Night   desk', 'Night desk'],
  ['another kind of dash', 'Night–desk', 'Night-desk'],
  ['two letters that look like one', 'Bernuda', 'Bemuda'],
  ['a zero', 'D0n', 'Don'],
])('names look alike when they differ by %s', (_what, one, other) => {
  expect(nameSkeleton(one)).toBe(nameSkeleton(other));
});

describe('a profile name', () => {
  it.each([
    ['a zero-width space', 'Prac\u200btice'],
    ['a soft hyphen', 'Prac\u00adtice'],
    ['a change of the reading direction', '\u202eecitcarP'],
    ['a variation selector of no emoji', 'Desk\ufe00'],
    ['a Hangul filler', 'Desk\u3164'],
    ['a tag character', 'Desk\u{e0061}'],
    ['a private character', 'Desk\ue000'],
    ['half a pair', 'Desk\ud800'],
    ['an empty Braille pattern', 'Desk\u2800'],
  ])('must not contain %s', (_what, name) => {
    expect(nameError(name)).toContain('cannot be seen');
  });

  it.each([
    ['Latin and Cyrillic', 'Рractice'],
    ['Latin and Greek', 'Practιce'],
    ['Cyrillic and Greek', 'Дοм'],
    ['Lisu', 'ꓑꓣꓮꓚꓔꓲꓚꓰ'],
    ['Cherokee', 'ᏢᎡ'],
  ])('must not consist of %s', (_what, name) => {
    expect(nameError(name)).toContain('several scripts');
  });

  it.each([
    'Desk',
    'Café 2',
    'Дом',
    'Κύριος',
    '取引 desk',
    'デスクA',
    '거래 desk',
    'مكتب 1',
    '❤️ long',
    'a-b_c (4) 100 %',
  ])('may be %s', name => {
    expect(nameError(name)).toBeNull();
  });
});

/**
 * Which names a profile may have, and which names look alike, after Unicode TR39 (security mechanisms). The table holds
 * the Latin, Cyrillic, Greek and Armenian letters that most fonts draw alike; NFKC adds full-width, mathematical and other
 * variants. Not found: letters that are alike in one font only, words of two letters that look like a third (`cl` and
 * `d`), and pictures.
 */

/** Control, format and other characters that show nothing or change the reading direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** The selectors of emoji presentation, the one kind of the above that a name may have. */
const emojiSelectors = /[\ufe0e\ufe0f]/g;

/** Scripts that may stand together in a name: those of one writing system, each with Latin where that is usual. */
const scriptGroups: readonly RegExp[] = [
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}]*$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}]*$/u,
  /^\p{scx=Arabic}*$/u,
  /^\p{scx=Armenian}*$/u,
  /^\p{scx=Bengali}*$/u,
  /^\p{scx=Cyrillic}*$/u,
  /^\p{scx=Devanagari}*$/u,
  /^\p{scx=Ethiopic}*$/u,
  /^\p{scx=Georgian}*$/u,
  /^\p{scx=Greek}*$/u,
  /^\p{scx=Gujarati}*$/u,
  /^\p{scx=Gurmukhi}*$/u,
  /^\p{scx=Hebrew}*$/u,
  /^\p{scx=Kannada}*$/u,
  /^\p{scx=Khmer}*$/u,
  /^\p{scx=Lao}*$/u,
  /^\p{scx=Malayalam}*$/u,
  /^\p{scx=Myanmar}*$/u,
  /^\p{scx=Oriya}*$/u,
  /^\p{scx=Sinhala}*$/u,
  /^\p{scx=Tamil}*$/u,
  /^\p{scx=Telugu}*$/u,
  /^\p{scx=Thaana}*$/u,
  /^\p{scx=Thai}*$/u,
  /^\p{scx=Tibetan}*$/u,
];

/** What a name may not be, in a sentence; null: it may be. */
export function nameError(name: string): string | null {
  if (unseen.test(name.replaceAll(emojiSelectors, '')))
    return 'The name has characters that cannot be seen or that change the reading direction. Leave them out.';
  const letters = (name.normalize('NFKC').match(/\p{L}/gu) ?? []).join('');
  if (scriptGroups.some(group => group.test(letters))) return null;
  return 'The name mixes letters of several scripts or uses a rare script, so it could look like another name. Use the letters of one common script.';
}

/** By lower-case ASCII character: the characters that resemble it or its capital. */
const confusables = {
  '3': 'ɜзЗ',
  '6': 'б',
  a: 'ɑᴀаАαΑ',
  b: 'ʙƅвВьЬβΒ',
  c: 'ᴄсСϲϹ',
  d: 'ᴅԁ',
  e: 'ᴇɛеЕҽєЄεΕ',
  g: 'ɡɢց',
  h: 'ʜнНһҺΗհ',
  j: 'ᴊјЈϳյ',
  k: 'ᴋкКκΚ',
  l: 'iI1|ıɪʟɩǀіІӏӀιΙ',
  m: 'ᴍмМΜϻ',
  n: 'ɴпПηΝոռ',
  o: '0ᴏоОοΟσօՕ',
  p: 'ᴘрРρΡ',
  q: 'ԛԚգզ',
  r: 'ʀг',
  s: 'ꜱѕЅՏ',
  t: 'ᴛтТτΤ',
  u: 'ᴜʋυսՍ',
  v: 'ᴠνѵѴ',
  w: 'ᴡԝԜшѡωա',
  x: 'хХχΧ',
  y: 'ʏуУγүҮΥ',
  z: 'ᴢΖ',
} as const;

const prototypes = new Map(
  Object.entries(confusables).flatMap(([prototype, letters]) =>
    Array.from(letters, letter => [letter, prototype] as const),
  ),
);

/** The skeleton of a name: names that a reader could confuse have the same skeleton. */
export function nameSkeleton(name: string): string {
  const bare = name.normalize('NFKC').normalize('NFD').replaceAll(/\p{M}/gu, '');
  const letters = Array.from(bare, letter => prototypes.get(letter) ?? letter.toLowerCase());
  return letters
    .join('')
    .replaceAll(/\p{Pd}/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/**
 * What shows nothing, or turns the reading direction: control and format characters, separators, whatever a font may leave
 * out. The two selectors of emoji presentation stay.
 */
const invisible = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Private_Use}\u2800]/gu;
/** Nearly everything that is shown. */
const plain = /^[ -~]*$/;
/** More marks on one letter than any language writes: they would paint over the rows beside it. */
const piledUp = /(\p{M}{4})\p{M}+/gu;

/**
 * External text (remarks, names) without the characters that could make it read as something else; a mark replaces each
 * removed one.
 */
export function visibleText(text: string): string {
  if (plain.test(text)) return text;
  return text.toWellFormed().replace(invisible, '\ufffd').replace(piledUp, '$1\ufffd');
}

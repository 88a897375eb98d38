/** The part of a canvas context that the page draws text and bars with. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'textAlign' | 'textBaseline' | 'fillRect' | 'fillText' | 'measureText'
>;

/** What is set on a pen and stays until it is set again. */
export const penSettings = ['fillStyle', 'font', 'textAlign', 'textBaseline'] as const;

/**
 * What was done with a pen, as it is sent to another thread: sixty times a second, so it is one flat list and not a list of
 * lists. A number says what was done, and what belongs to it follows, lengths in CSS px: `rectStroke`, left, top, width,
 * height; `textStroke`, text, x, y; the place of a setting, its value.
 */
export type Strokes = readonly (string | number)[];

export const rectStroke = penSettings.length;
export const textStroke = rectStroke + 1;

/** What can be drawn on, in a thread of its own or in the page's. */
export type Canvas2d = Omit<Pen, 'measureText'>;

/** Does with a pen what was recorded, in the same order. */
export function replay(pen: Canvas2d, strokes: Strokes): void {
  const text = (at: number) => String(strokes[at]);
  const px = (at: number) => Number(strokes[at]);
  for (let at = 0; at < strokes.length; ) {
    const what = px(at);
    if (what === rectStroke) {
      pen.fillRect(px(at + 1), px(at + 2), px(at + 3), px(at + 4));
      at += 5;
    } else if (what === textStroke) {
      pen.fillText(text(at + 1), px(at + 2), px(at + 3));
      at += 4;
    } else {
      set(pen, what, text(at + 1));
      at += 2;
    }
  }
}

function set(pen: Canvas2d, place: number, value: string): void {
  const setting = penSettings[place];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recorder took the value from a pen's own setting
  if (setting !== undefined) (pen as Record<typeof setting, string>)[setting] = value;
}

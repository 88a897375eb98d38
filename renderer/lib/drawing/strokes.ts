/** The part of a canvas context that the page draws text and bars with. */
export type Pen = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'textAlign' | 'textBaseline' | 'fillRect' | 'fillText' | 'measureText'
>;

/** What is set on a pen and stays until it is set again. */
export type PenSetting = 'fillStyle' | 'font' | 'textAlign' | 'textBaseline';

/** One thing that was done with a pen, as it can be sent to another thread. Lengths in CSS px. */
export type Stroke =
  | readonly [what: 'set', setting: PenSetting, value: string]
  | readonly [what: 'rect', leftPx: number, topPx: number, widthPx: number, heightPx: number]
  | readonly [what: 'text', text: string, xPx: number, yPx: number];

/** What can be drawn on, in a thread of its own or in the page's. */
export type Canvas2d = Omit<Pen, 'measureText'>;

/** Does with a pen what was recorded, in the same order. */
export function replay(pen: Canvas2d, strokes: readonly Stroke[]): void {
  for (const stroke of strokes) {
    if (stroke[0] === 'rect') pen.fillRect(stroke[1], stroke[2], stroke[3], stroke[4]);
    else if (stroke[0] === 'text') pen.fillText(stroke[1], stroke[2], stroke[3]);
    else set(pen, stroke[1], stroke[2]);
  }
}

function set(pen: Canvas2d, setting: PenSetting, value: string): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the recorder took the value from a pen's own setting
  (pen as Record<PenSetting, string>)[setting] = value;
}

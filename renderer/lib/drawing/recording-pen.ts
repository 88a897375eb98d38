import { type Pen, penSettings, rectStroke, type Strokes, textStroke } from './strokes.ts';

/** Measures a text in a font, both as a canvas does. */
export type TextMeter = Pick<Pen, 'font' | 'measureText'>;

export interface RecordingPen extends Pen {
  /** a gradient is nothing that another thread could be told */
  fillStyle: string;
  /** what was drawn since it was asked last */
  readonly take: () => Strokes;
  /** the canvas at the other end is cleared, and its pen as new: what was not taken yet is not drawn any more */
  readonly forget: () => void;
}

/** What a pen of a new canvas is set to. */
const fresh = {
  fillStyle: '#000000',
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
} as const;

/** A pen that draws nothing and remembers what it was told, so that another thread can do it. */
export function createRecordingPen(meter: TextMeter): RecordingPen {
  let strokes: (string | number)[] = [];
  let told: Record<string, string> = { ...fresh };
  const draw = (...stroke: Strokes) => {
    for (const [place, setting] of penSettings.entries()) {
      const value = pen[setting];
      if (told[setting] === value) continue;
      told[setting] = value;
      strokes.push(place, value);
    }
    strokes.push(...stroke);
  };
  const pen: RecordingPen = {
    ...fresh,
    fillRect: (...rect) => draw(rectStroke, ...rect),
    fillText: (text, xPx, yPx) => draw(textStroke, text, xPx, yPx),
    measureText: text => {
      meter.font = pen.font;
      return meter.measureText(text);
    },
    take: () => {
      const taken = strokes;
      strokes = [];
      return taken;
    },
    forget: () => {
      strokes = [];
      told = { ...fresh };
      Object.assign(pen, fresh);
    },
  };
  return pen;
}

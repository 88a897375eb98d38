import { type Pen, penSettings, rectStroke, type Strokes, textStroke } from './strokes.ts';

/** Measures a text in a font, both as a canvas does. */
export type TextMeter = Pick<Pen, 'font' | 'measureText'>;

export interface RecordingPen extends Pen {
  /** a gradient cannot be sent to another thread */
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

/** A pen that draws nothing and records its calls, so that another thread can replay them. */
export function createRecordingPen(meter: TextMeter): RecordingPen {
  let strokes: (string | number)[] = [];
  let lastSettings: Record<string, string> = { ...fresh };
  const draw = (...stroke: Strokes) => {
    for (const [place, setting] of penSettings.entries()) {
      const value = pen[setting];
      if (lastSettings[setting] === value) continue;
      lastSettings[setting] = value;
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
      lastSettings = { ...fresh };
      Object.assign(pen, fresh);
    },
  };
  return pen;
}

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRecordingPen } from './recording-pen.ts';
import { type Pen, penSettings, rectStroke, replay } from './strokes.ts';

const fontPlace = penSettings.indexOf('font');

/** A pen that notes what it drew, and with which settings: what is on the canvas. */
function notingPen() {
  const drawn: unknown[] = [];
  const note = (...what: unknown[]) => {
    const { fillStyle, font, textAlign, textBaseline } = pen;
    drawn.push([...what, fillStyle, font, textAlign, textBaseline]);
  };
  const pen: Pen = {
    fillStyle: '#000000',
    font: '10px sans-serif',
    textAlign: 'start',
    textBaseline: 'alphabetic',
    fillRect: (...rect) => note('rect', ...rect),
    fillText: (...text) => note('text', ...text),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the width is all that is asked for
    measureText: text => ({ width: text.length * Number.parseInt(pen.font, 10) }) as TextMetrics,
  };
  return { pen, drawn };
}

type TradingAction = (pen: Pen) => unknown;
const px = fc.integer({ min: -500, max: 500 });
const action: fc.Arbitrary<TradingAction> = fc.oneof(
  fc.constantFrom('#111111', '#222222').map(
    (value): TradingAction =>
      pen =>
        (pen.fillStyle = value),
  ),
  fc.constantFrom('9px a', '12px b').map(
    (value): TradingAction =>
      pen =>
        (pen.font = value),
  ),
  fc.constantFrom('left' as const, 'right' as const).map(
    (value): TradingAction =>
      pen =>
        (pen.textAlign = value),
  ),
  fc.constantFrom('middle' as const, 'top' as const).map(
    (value): TradingAction =>
      pen =>
        (pen.textBaseline = value),
  ),
  fc.tuple(px, px, px, px).map(
    (rect): TradingAction =>
      pen =>
        pen.fillRect(...rect),
  ),
  fc.tuple(fc.string(), px, px).map(
    (text): TradingAction =>
      pen =>
        pen.fillText(...text),
  ),
  fc.string().map(
    (text): TradingAction =>
      pen =>
        pen.measureText(text).width,
  ),
);

it('a recording replays the same drawing, in any parts', () => {
  fc.assert(
    fc.property(fc.array(fc.array(action)), parts => {
      const [straight, far] = [notingPen(), notingPen()];
      const recording = createRecordingPen(notingPen().pen);
      for (const part of parts) {
        const measured = (pen: Pen) => part.map(each => each(pen)).filter(answer => typeof answer === 'number');
        expect(measured(recording)).toEqual(measured(straight.pen));
        replay(far.pen, structuredClone(recording.take()));
      }
      expect(far.drawn).toEqual(straight.drawn);
      expect(recording.take()).toEqual([]);
    }),
  );
});

it('a setting is sent with its drawing, and only when it differs from that of the canvas', () => {
  const recording = createRecordingPen(notingPen().pen);
  recording.font = '12px b';
  expect(recording.take()).toEqual([]);
  recording.fillRect(0, 0, 1, 1);
  recording.font = '12px b';
  recording.fillRect(0, 0, 2, 2);
  expect(recording.take()).toEqual([fontPlace, '12px b', rectStroke, 0, 0, 1, 1, rectStroke, 0, 0, 2, 2]);
});

it('a cleared canvas keeps neither drawing nor settings', () => {
  const recording = createRecordingPen(notingPen().pen);
  recording.font = '12px b';
  recording.fillRect(0, 0, 1, 1);
  recording.forget();
  expect(recording.font).toBe('10px sans-serif');
  recording.font = '12px b';
  recording.fillRect(0, 0, 2, 2);
  expect(recording.take()).toEqual([fontPlace, '12px b', rectStroke, 0, 0, 2, 2]);
});

import type { FillSound } from '#shared/domain/view/view-settings.ts';

/** The first part of an order, or what filled it up. */
export type FillMoment = 'first' | 'last';

const pitchHz: Readonly<Record<FillMoment, number>> = { first: 660, last: 880 };
const volumes: Readonly<Record<Exclude<FillSound, 'off'>, number>> = { soft: 0.05, loud: 0.3 };
const lengthS = 0.25;
/** one that could not be heard at once is not worth hearing */
const lateMs = 1000;

let context: AudioContext | null = null;

/** Makes the sound of a fill with an oscillator: the page may load no media. Silent where the machine has no sound. */
export async function playFillSound(moment: FillMoment, sound: FillSound): Promise<void> {
  if (sound === 'off' || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const askedMs = performance.now();
  // a page is silent until something in it has been pressed
  await context.resume();
  if (performance.now() - askedMs > lateMs) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = pitchHz[moment];
  gain.gain.setValueAtTime(volumes[sound], context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + lengthS);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + lengthS);
}

import { newestFirst } from '#shared/rules/newest-first.ts';
import type { Fill } from '#shared/domain/account/fill.ts';
import type { FillSound } from '#shared/domain/view/view-settings.ts';
import type { OrderNews } from './fill-news.ts';
import { isByExchange } from './fill-text.ts';
import { t } from '#shared/words/t.ts';

/** What a fill is to the ear: a resting order filled, a taking order filled, the exchange traded by itself. */
export const fillClasses = ['rested', 'took', 'exchange'] as const;
export type FillClass = (typeof fillClasses)[number];

export const classLabels: Readonly<Record<FillClass, string>> = {
  rested: t`Resting orders`,
  took: t`Orders that take`,
  exchange: t`Liquidations and what else the exchange does`,
};

export const loudness: readonly FillSound[] = ['off', 'soft', 'loud'];

/** By default: only actions of the exchange sound. */
const atFirst: Readonly<Record<FillClass, FillSound>> = { rested: 'off', took: 'off', exchange: 'loud' };

export function soundOf(chosen: Readonly<Record<string, FillSound>>, fillClass: FillClass): FillSound {
  return chosen[fillClass] ?? atFirst[fillClass];
}

/** The first part of an order, or what filled it up. */
export type FillMoment = 'first' | 'last';

/** One sound: what for, and how loud. */
export interface FillTone {
  readonly fillClass: FillClass;
  readonly moment: FillMoment;
  readonly sound: FillSound;
}

/** By the newest fill: an order that took may rest afterwards. */
function classOf(fills: readonly Fill[]): FillClass {
  if (fills.some(isByExchange)) return 'exchange';
  const [newest] = fills.toSorted(newestFirst);
  return newest?.liquidity === 'maker' ? 'rested' : 'took';
}

/**
 * The loudest of what came at once; null: nothing of it is to be heard. What lies between first and last part is
 * silent.
 */
export function toneOf(orders: readonly OrderNews[], chosen: Readonly<Record<string, FillSound>>): FillTone | null {
  const tones = orders.flatMap(({ fills, isFirst, isLast }): FillTone[] => {
    if (!isFirst && !isLast) return [];
    const fillClass = classOf(fills);
    return [{ fillClass, moment: isLast ? 'last' : 'first', sound: soundOf(chosen, fillClass) }];
  });
  const [loudest] = tones.filter(({ sound }) => sound !== 'off').toSorted((a, b) => rank(b) - rank(a));
  return loudest ?? null;
}

function rank({ fillClass, moment, sound }: FillTone): number {
  return loudness.indexOf(sound) * 100 + fillClasses.indexOf(fillClass) * 10 + (moment === 'last' ? 1 : 0);
}

const pitchHz: Readonly<Record<FillMoment, number>> = { first: 660, last: 880 };
/** what the exchange does by itself cannot be taken for an own order */
const exchangeHz = 330;
const volumes: Readonly<Record<Exclude<FillSound, 'off'>, number>> = { soft: 0.05, loud: 0.3 };
const lengthS = 0.25;
/** one that could not be heard at once is not worth hearing */
const lateMs = 1000;

let context: AudioContext | null = null;

/** Makes the sound of a fill with an oscillator: the page may load no media. Silent where the machine has no sound. */
export async function playFillSound({ fillClass, moment, sound }: FillTone): Promise<void> {
  if (sound === 'off' || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const askedMs = performance.now();
  // a page is silent until something in it has been pressed
  await context.resume();
  if (performance.now() - askedMs > lateMs) return;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.frequency.value = fillClass === 'exchange' ? exchangeHz : pitchHz[moment];
  gain.gain.setValueAtTime(volumes[sound], context.currentTime);
  gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + lengthS);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start();
  oscillator.stop(context.currentTime + lengthS);
}

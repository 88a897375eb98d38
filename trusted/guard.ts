import { element } from './elements.ts';

/**
 * The guard of the trusted window. Keys and presses that were meant for another window have no effect here: input counts
 * only after the window has been visible and focused for a time without any press.
 */

/** How long the window must be visible and focused, without a press, before it takes input. */
const guardMs = 1000;

type GuardState = 'away' | 'waiting' | 'ready';

const stateWords: Readonly<Record<GuardState, string>> = {
  away: 'This window takes no input while another window is in front. Click here to continue.',
  waiting: 'Ready in 1 s. Input before that is discarded.',
  ready: 'Ready for your input.',
};

/** Input that starts the guard time again. */
const presses: ReadonlySet<string> = new Set(['keydown', 'pointerdown', 'paste', 'drop']);
/** Everything that can change a field or press a button. */
const inputEvents = [
  ...presses,
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'change',
  'compositionstart',
  'compositionend',
  'pointerup',
  'mousedown',
  'mouseup',
  'click',
  'auxclick',
  'submit',
] as const;

interface GuardedControls {
  /** every field of the form */
  readonly fields: readonly HTMLInputElement[];
  readonly buttons: readonly HTMLButtonElement[];
}

export interface Guard {
  /** says whether the window takes input, and why not */
  readonly row: HTMLElement;
  readonly isReady: () => boolean;
  /** Empties every field for good. */
  readonly wipe: () => void;
}

/** What a field holds. */
type Kept = Pick<HTMLInputElement, 'value' | 'checked'>;

const empty: Kept = { value: '', checked: false };

function isAttended(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

/** Guards the window from now on. */
export function createGuard({ fields, buttons }: GuardedControls): Guard {
  const row = element('p', { class: 'guard', role: 'status', 'aria-live': 'polite' });
  let state: GuardState = 'away';
  let timer: ReturnType<typeof setTimeout> | null = null;
  let kept: readonly Kept[] = fields.map(() => empty);
  /** Whatever changed a field during the guard: typing, a paste, autofill. */
  const restore = () => {
    for (const [index, field] of fields.entries()) {
      const { value, checked } = kept[index] ?? empty;
      if (field.value !== value) field.value = value;
      if (field.checked !== checked) field.checked = checked;
    }
  };
  const enter = (next: GuardState) => {
    state = next;
    row.textContent = stateWords[next];
    for (const field of fields) field.readOnly = next !== 'ready';
    for (const button of buttons) button.setAttribute('aria-disabled', String(next !== 'ready'));
  };
  const arm = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    // what was typed while the window took input stays: a key is often copied from another window
    if (state === 'ready') kept = fields.map(({ value, checked }) => ({ value, checked }));
    if (!isAttended()) return enter('away');
    enter('waiting');
    timer = setTimeout(() => {
      timer = null;
      if (!isAttended()) return enter('away');
      restore();
      enter('ready');
    }, guardMs);
  };
  const discard = (event: Event) => {
    if (state === 'ready') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type === 'input') restore();
    if (presses.has(event.type)) arm();
  };
  for (const name of inputEvents) addEventListener(name, discard, { capture: true });
  for (const name of ['focus', 'blur'] as const) addEventListener(name, arm);
  document.addEventListener('visibilitychange', arm);
  arm();
  return {
    row,
    isReady: () => state === 'ready',
    wipe: () => {
      kept = fields.map(() => empty);
      restore();
    },
  };
}

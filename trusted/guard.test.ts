import { describe, expect, it, vi } from 'vitest';
import { createGuard, type Guard } from './guard.ts';
import { testWithAttention } from './testing/window-attention.ts';

const attention = testWithAttention();
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function build() {
  document.body.innerHTML = '<form><input id="typed"><input id="check" type="checkbox"><button>Agree</button></form>';
  const [typed, check] = Array.from(document.querySelectorAll('input'));
  const button = document.querySelector('button');
  if (typed === undefined || check === undefined || button === null) throw new Error('no form');
  const guard = createGuard({ fields: [typed, check], buttons: [button] });
  const heard: string[] = [];
  for (const name of ['keydown', 'paste', 'drop', 'click', 'submit', 'input'])
    document.body.addEventListener(name, event => {
      event.preventDefault();
      heard.push(event.type);
    });
  return { guard, typed, check, button, heard };
}

const press = (target: Element, key = 'a') => {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
};
const fire = (target: Element, name: string) =>
  target.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
/** What a browser does with a key, a paste, a drop or autofill that reached the field. */
const fill = (field: HTMLInputElement, text: string) => {
  field.value = text;
  fire(field, 'input');
};

/** Whether it opens at this time and not before. */
async function expectReadyAfter(guard: Guard, ms: number): Promise<void> {
  await wait(ms - 1);
  expect(guard.isReady()).toBe(false);
  await wait(1);
  expect(guard.isReady()).toBe(true);
}

describe('the guard', () => {
  it('opens after the window was visible and focused for one second, and states both conditions', async () => {
    const { guard, button, typed } = build();
    expect(guard.row.getAttribute('aria-live')).toBe('polite');
    expect(guard.row.textContent).toBe('Ready in 1 s. Input before that is discarded.');
    expect([button.getAttribute('aria-disabled'), typed.readOnly]).toEqual(['true', true]);
    await expectReadyAfter(guard, 1000);
    expect(guard.row.textContent).toBe('Ready for your input.');
    expect([button.getAttribute('aria-disabled'), typed.readOnly]).toEqual(['false', false]);
  });

  it.each(['keydown', 'paste', 'drop', 'click', 'submit', 'input'])('discards %s until it is open', async name => {
    const { heard, typed } = build();
    fire(typed, name);
    expect(heard).toEqual([]);
    await wait(1000);
    fire(typed, name);
    expect(heard).toEqual([name]);
  });

  it.each(['keydown', 'pointerdown', 'paste', 'drop'])('starts again after each %s', async name => {
    const { guard, typed } = build();
    for (let count = 0; count < 3; count += 1) {
      await wait(999);
      fire(typed, name);
    }
    await expectReadyAfter(guard, 1000);
  });

  it.each(['a', 'Enter', 'Escape', ' ', 'Tab'])('discards the key %s', async key => {
    const { typed } = build();
    expect(press(typed, key)).toBe(true);
  });

  it('keeps fields empty: text from autofill or typing is removed', async () => {
    const { typed, check } = build();
    fill(typed, 'typed for another window');
    expect(typed.value).toBe('');
    // autofill of some programs sends no event
    typed.value = 'filled in';
    check.checked = true;
    await wait(1000);
    expect([typed.value, check.checked]).toEqual(['', false]);
  });

  it('does not open while another window has the focus, and waits in full when the focus returns', async () => {
    const { guard, typed } = build();
    await wait(500);
    attention.setFocus(false);
    expect(guard.row.textContent).toContain('no input while another window is in front');
    await wait(5000);
    expect(guard.isReady()).toBe(false);
    press(typed);
    attention.setFocus(true);
    await expectReadyAfter(guard, 1000);
  });

  it('does not open while the window is hidden, also without an event', async () => {
    const { guard } = build();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await wait(5000);
    expect(guard.isReady()).toBe(false);
  });

  it.each([
    ['focus', attention.setFocus],
    ['visibility', attention.setVisible],
  ])('closes again when the window loses %s, and keeps what was typed before', async (_what, set) => {
    const { guard, typed, heard } = build();
    await wait(1000);
    fill(typed, 'the first half');
    heard.length = 0;
    set(false);
    expect(guard.isReady()).toBe(false);
    set(true);
    fill(typed, 'the first half and more');
    expect([typed.value, heard]).toEqual(['the first half', []]);
    await expectReadyAfter(guard, 1000);
    expect(typed.value).toBe('the first half');
  });

  it('leaves nothing to restore after a wipe', async () => {
    const { guard, typed } = build();
    await wait(1000);
    fill(typed, 'a secret');
    attention.setFocus(false);
    guard.wipe();
    attention.setFocus(true);
    await wait(1000);
    expect(typed.value).toBe('');
  });
});

import { visibleText } from '#shared/visible-text.ts';

/**
 * Small builders of elements: text is always set as text, so nothing that is asked about can become markup, and without
 * the characters that would let it read as something else.
 */

type Attributes = Readonly<Record<string, string>>;

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children.map(child => (typeof child === 'string' ? visibleText(child) : child)));
  return made;
}

export interface LabelledField {
  readonly row: HTMLElement;
  readonly input: HTMLInputElement;
  /** Shows what is wrong with it beside it; null: nothing is. */
  readonly complain: (message: string | null) => void;
}

export interface InputOptions {
  readonly name: string;
  readonly label: string;
  readonly isSecret?: boolean;
}

/** An input with its label and a place for what is wrong with it. */
export function labelledInput({ name, label, isSecret = false }: InputOptions): LabelledField {
  const note = element('p', { class: 'complaint', id: `${name}-note`, role: 'alert' });
  const input = element('input', {
    id: name,
    name,
    type: isSecret ? 'password' : 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: isSecret ? '256' : '400',
    'aria-describedby': note.id,
  });
  const row = element('div', { class: 'field' }, element('label', { for: name }, label), input, note);
  const complain = (message: string | null) => {
    note.textContent = visibleText(message ?? '');
    input.setAttribute('aria-invalid', String(message !== null));
  };
  return { row, input, complain };
}

/** Rows of a name and what it is. */
export function factList(facts: readonly { readonly label: string; readonly value: string }[]): HTMLElement {
  const rows = facts.flatMap(({ label, value }) => [element('dt', {}, label), element('dd', {}, value)]);
  return element('dl', {}, ...rows);
}

import { TrustedOutcome, TrustedQuestion, type TrustedReply } from '#shared/trusted.ts';
import { visibleText } from '#shared/visible-text.ts';
import { element, factList, labelledInput, type LabelledInput } from './elements.ts';
import { createGuard } from './guard.ts';

/** The trusted window: shows the one question that main asks, sends the answer, and keeps nothing of it. */

interface TrustedDoor {
  readonly question: () => Promise<unknown>;
  readonly reply: (reply: TrustedReply) => Promise<unknown>;
  readonly close: () => void;
}

declare global {
  interface Window {
    readonly trusted: TrustedDoor;
  }
}

type KeyQuestion = Extract<TrustedQuestion, { kind: 'enter-key' }>;
type Form = {
  readonly title: string;
  readonly rows: readonly Node[];
  readonly inputs: readonly LabelledInput[];
  readonly sendLabel: string;
  readonly isDangerous: boolean;
  readonly read: () => TrustedReply;
  /** a refusal may ask for more than there was on the form */
  readonly extend?: (field: string | null) => void;
};

const place = document.querySelector('#question') ?? document.body;

function typeBackInput(typeBack: string | null): LabelledInput | null {
  return typeBack === null ? null : labelledInput({ name: 'typed', label: `Type ${typeBack} to go on` });
}

function addressRows({ addresses }: KeyQuestion): Node {
  const lines = addresses.map(({ label, address, punycode, isNew }) =>
    element(
      'li',
      {},
      element('span', { class: 'address-label' }, label),
      element('strong', {}, address),
      ...(punycode === null ? [] : [element('span', { class: 'punycode' }, `the network sees ${punycode}`)]),
      ...(isNew ? [element('span', { class: 'new' }, 'new: no profile of yours uses it yet')] : []),
    ),
  );
  return element('ul', { class: 'addresses' }, ...lines);
}

function keyForm(question: KeyQuestion): Form {
  const parts = [
    labelledInput({ name: 'key', label: 'API key', isSecret: true }),
    labelledInput({ name: 'secret', label: 'API secret', isSecret: true }),
    labelledInput({ name: 'passphrase', label: 'Passphrase', isSecret: true }),
  ] as const;
  const [key, secret, passphrase] = parts;
  const typeBack = typeBackInput(question.typeBack);
  const withdraw = element('input', { type: 'checkbox', id: 'mayWithdraw', name: 'mayWithdraw' });
  const words = 'Take this key although it can withdraw. Whoever gets hold of it can empty the account.';
  const withdrawRow = element(
    'div',
    { class: 'check', hidden: '' },
    withdraw,
    element('label', { for: 'mayWithdraw' }, words),
  );
  return {
    title: `Enter the key of ${question.profileName}`,
    rows: [
      element('p', {}, 'The key will be sent to these addresses and nowhere else:'),
      addressRows(question),
      factList(question.facts),
      ...parts.map(({ row }) => row),
      withdrawRow,
      ...(typeBack === null ? [] : [typeBack.row]),
    ],
    inputs: typeBack === null ? parts : [...parts, typeBack],
    sendLabel: 'Connect',
    isDangerous: false,
    read: () => ({
      kind: 'enter-key',
      key: key.input.value,
      secret: secret.input.value,
      passphrase: passphrase.input.value,
      typed: typeBack?.input.value ?? '',
      mayWithdraw: withdraw.checked,
    }),
    extend: field => {
      if (field === 'mayWithdraw') withdrawRow.hidden = false;
    },
  };
}

function confirmForm(question: Extract<TrustedQuestion, { kind: 'confirm' }>): Form {
  const typeBack = typeBackInput(question.typeBack);
  return {
    title: question.title,
    rows: [
      factList(question.facts),
      element('p', { class: 'warning' }, question.warning),
      ...(typeBack === null ? [] : [typeBack.row]),
    ],
    inputs: typeBack === null ? [] : [typeBack],
    sendLabel: question.confirmLabel,
    isDangerous: true,
    read: () => ({ kind: 'confirm', typed: typeBack?.input.value ?? '' }),
  };
}

function hiddenInput(name: string, label: string): LabelledInput {
  return labelledInput({ name, label, isSecret: true });
}

function pinForm(question: Extract<TrustedQuestion, { kind: 'enter-pin' }>): Form {
  const { asksCurrent, asksNew } = question;
  const pin = asksCurrent ? hiddenInput('pin', asksNew ? 'PIN until now' : 'PIN') : null;
  const newPin = asksNew ? hiddenInput('newPin', 'New PIN') : null;
  const repeated = asksNew ? hiddenInput('repeated', 'New PIN again') : null;
  const inputs = [pin, newPin, repeated].filter(each => each !== null);
  return {
    title: question.title,
    rows: [element('p', {}, question.explanation), ...inputs.map(({ row }) => row)],
    inputs,
    sendLabel: question.confirmLabel,
    isDangerous: false,
    read: () => ({
      kind: 'enter-pin',
      pin: pin?.input.value ?? '',
      newPin: newPin?.input.value ?? '',
      repeated: repeated?.input.value ?? '',
      typed: '',
    }),
  };
}

function formOf(question: TrustedQuestion): Form {
  if (question.kind === 'enter-key') return keyForm(question);
  return question.kind === 'enter-pin' ? pinForm(question) : confirmForm(question);
}

function show(question: TrustedQuestion): void {
  const form = formOf(question);
  const send = element('button', { type: 'submit', class: form.isDangerous ? 'danger' : 'primary' }, form.sendLabel);
  const cancel = element('button', { type: 'button' }, 'Cancel');
  const note = element('p', { class: 'complaint', role: 'alert' });
  const actions = element('div', { class: 'actions' }, cancel, send);
  const body = element('form', {}, ...form.rows, note, actions);
  const guard = createGuard({ fields: Array.from(body.querySelectorAll('input')), buttons: [cancel, send] });
  actions.prepend(guard.row);
  body.dataset['colour'] = question.colour;
  const complain = ({ field, message }: Extract<TrustedOutcome, { kind: 'refused' }>) => {
    form.extend?.(field);
    const named = form.inputs.find(({ input }) => input.name === field);
    for (const input of form.inputs) input.complain(input === named ? message : null);
    note.textContent = named === undefined ? visibleText(message) : '';
    named?.input.focus();
  };
  const submit = async () => {
    send.disabled = true;
    send.textContent = 'One moment';
    const outcome = TrustedOutcome.parse(await window.trusted.reply(form.read()));
    send.disabled = false;
    send.textContent = form.sendLabel;
    if (outcome.kind === 'refused') complain(outcome);
    else guard.wipe();
  };
  const leave = () => {
    guard.wipe();
    window.trusted.close();
  };
  body.addEventListener('submit', event => {
    event.preventDefault();
    if (guard.isReady() && !send.disabled) void submit();
  });
  cancel.addEventListener('click', () => {
    if (guard.isReady()) leave();
  });
  addEventListener('pagehide', guard.wipe);
  addEventListener('keydown', event => {
    if (event.key === 'Escape' && guard.isReady()) leave();
  });
  document.title = visibleText(form.title);
  // no field has the focus: the user goes there by Tab or a click, once the window takes input
  place.replaceChildren(element('h1', {}, form.title), body);
}

show(TrustedQuestion.parse(await window.trusted.question()));

import { TrustedOutcome, TrustedQuestion, type TrustedReply } from '#shared/trusted.ts';
import { visibleText } from '#shared/visible-text.ts';
import { element, factList, labelledInput, type LabelledField } from './elements.ts';
import { createGuard } from './guard.ts';

/** The trusted window: shows the one question that main asks, sends the answer, and keeps nothing of it. */

interface TrustedBridge {
  readonly question: () => Promise<unknown>;
  readonly reply: (reply: TrustedReply) => Promise<unknown>;
  readonly close: () => void;
}

declare global {
  interface Window {
    readonly trusted: TrustedBridge;
  }
}

type KeyQuestion = Extract<TrustedQuestion, { kind: 'enter-key' }>;
type Form = {
  readonly title: string;
  readonly rows: readonly Node[];
  readonly inputs: readonly LabelledField[];
  readonly sendLabel: string;
  readonly isDangerous: boolean;
  readonly read: () => TrustedReply;
  /** a failure may ask for more than there was on the form */
  readonly extend?: (field: string | null) => void;
};

const place = document.querySelector('#question') ?? document.body;

function typeBackInput(typeBack: string | null): LabelledField | null {
  return typeBack === null ? null : labelledInput({ name: 'typed', label: `Type ${typeBack} to confirm` });
}

function addressRows({ addresses }: KeyQuestion): Node {
  const lines = addresses.map(({ label, address, punycode, isNew }) =>
    element(
      'li',
      {},
      element('span', { class: 'address-label' }, label),
      element('strong', {}, address),
      ...(punycode === null ? [] : [element('span', { class: 'punycode' }, `network name: ${punycode}`)]),
      ...(isNew ? [element('span', { class: 'new' }, 'new: none of your profiles uses it')] : []),
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
  const words = 'Use this key although it can withdraw. Anyone who obtains it can empty the account.';
  const withdrawRow = element(
    'div',
    { class: 'check', hidden: '' },
    withdraw,
    element('label', { for: 'mayWithdraw' }, words),
  );
  return {
    title: `Enter the key of ${question.profileName}`,
    rows: [
      element('p', {}, 'Fathom sends the key only to these addresses:'),
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

function hiddenInput(name: string, label: string): LabelledField {
  return labelledInput({ name, label, isSecret: true });
}

function pinForm(question: Extract<TrustedQuestion, { kind: 'enter-pin' }>): Form {
  const { asksCurrent, asksNew } = question;
  const pin = asksCurrent ? hiddenInput('pin', asksNew ? 'Current PIN' : 'PIN') : null;
  const newPin = asksNew ? hiddenInput('newPin', 'New PIN') : null;
  const repeated = asksNew ? hiddenInput('repeated', 'Repeat new PIN') : null;
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

function passwordForm(question: Extract<TrustedQuestion, { kind: 'enter-password' }>): Form {
  const password = hiddenInput('password', 'Password');
  const typeBack = typeBackInput(question.typeBack);
  const inputs = typeBack === null ? [password] : [password, typeBack];
  return {
    title: question.title,
    rows: [element('p', {}, question.explanation), factList(question.facts), ...inputs.map(({ row }) => row)],
    inputs,
    sendLabel: question.confirmLabel,
    isDangerous: false,
    read: () => ({ kind: 'enter-password', password: password.input.value, typed: typeBack?.input.value ?? '' }),
  };
}

function passphraseForm(question: Extract<TrustedQuestion, { kind: 'enter-passphrase' }>): Form {
  const passphrase = hiddenInput('passphrase', 'New passphrase');
  const repeated = hiddenInput('repeated', 'New passphrase again');
  return {
    title: question.title,
    rows: [
      factList(question.facts),
      element('p', { class: 'warning' }, question.warning),
      passphrase.row,
      repeated.row,
    ],
    inputs: [passphrase, repeated],
    sendLabel: question.confirmLabel,
    isDangerous: false,
    read: () => ({
      kind: 'enter-passphrase',
      passphrase: passphrase.input.value,
      repeated: repeated.input.value,
      typed: '',
    }),
  };
}

function formOf(question: TrustedQuestion): Form {
  if (question.kind === 'enter-key') return keyForm(question);
  if (question.kind === 'enter-password') return passwordForm(question);
  if (question.kind === 'enter-passphrase') return passphraseForm(question);
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
    send.textContent = 'Checking…';
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

import { expect, it } from 'vitest';
import { fail, succeed } from '#shared/errors.ts';
import { buildProfile } from '#shared/testing/build-profile.ts';
import type { TrustedQuestion } from '#shared/trusted.ts';
import { createFakeSafeguards, createFakeSafety, fakeAuditControl } from './testing/fake-safety.ts';
import {
  account,
  freeBudget,
  freePolicy,
  acceptAll,
  request,
  silent,
  startTestTrading,
  refuseNone,
} from './testing/trading-fixture.ts';
import { createSafety } from './safety.ts';
import { createTrading } from './trading.ts';

const test = startTestTrading();

function build() {
  const sent: string[] = [];
  const send = (name: string) => () => {
    sent.push(name);
    return Promise.resolve(fail('internal', 'it was sent'));
  };
  const safeguards = createFakeSafeguards();
  safeguards.change('p1', { isDryRun: true });
  const trading = createTrading({
    refuseWrite: refuseNone,
    journal: test.store.journal,
    policy: freePolicy,
    budget: freeBudget,
    log: silent,
    nowMs: test.time.nowMs,
    publish: test.publish,
    notice: test.notice,
    validationError: acceptAll,
    safeguards,
    wait: test.time.wait,
  });
  const on = account({ spot: { place: send('place'), cancel: send('cancel'), placeBatch: send('batch') } });
  return { trading, safeguards, sent, on };
}

it('dry run checks and journals every action as dry, answers that, and sends nothing', async () => {
  const { trading, sent, on } = build();
  expect(await trading.placeOrder(on, request)).toMatchObject({
    ok: false,
    error: { kind: 'dry-run', message: expect.stringContaining('BTC-USDT'), isOutcomeUnknown: false },
  });
  expect(test.published.map(({ state, kind }) => `${kind} ${state}`)).toEqual(['place-order dry']);
  const cancel = { venue: 'spot', symbol: 'BTC-USDT', orderId: 'o', isStop: false } as const;
  expect(await trading.cancel(on, cancel)).toMatchObject({ error: { kind: 'dry-run' } });
  expect(sent).toEqual([]);
  expect(test.openOnDisk()).toEqual([]);
  const audit = test.store.audit.list(10);
  expect(audit.ok && audit.value.map(({ state }) => state)).toEqual(['dry', 'dry']);
});

it('dry run rejects an action that violates a rule, as usual', async () => {
  const { trading, on } = build();
  expect(await trading.placeOrder(on, { ...request, price: '100.123' })).toMatchObject({
    error: { kind: 'invalid-request' },
  });
  expect(test.published).toEqual([]);
  const audit = test.store.audit.list(10);
  expect(audit.ok && audit.value.map(({ state, kind, key }) => [state, kind, key])).toEqual([
    ['refused', 'place-order', 'oid-1'],
  ]);
});

it('dry run allows the same order to be sent afterwards', async () => {
  const { trading, safeguards, sent, on } = build();
  await trading.placeOrder(on, request);
  safeguards.change('p1', { isDryRun: false });
  await trading.placeOrder(on, request);
  expect(sent).toEqual(['place']);
});

it('dry run starts at once, and ends only when the user confirms in the trusted window', async () => {
  const safeguards = createFakeSafeguards();
  const asked: TrustedQuestion[] = [];
  let doesAgree = false;
  const safety = createSafety({
    ...createFakeSafety(() => {}),
    safeguards,
    audit: test.store.audit,
    auditControl: fakeAuditControl,
    log: silent,
    ask: async (question, take) => {
      asked.push(question);
      return doesAgree ? take() : fail('declined', 'no');
    },
  });
  const profile = buildProfile({ id: 'p1', name: 'Desk' });
  expect(await safety.changeDryRun(profile, true)).toEqual(succeed(safeguards.of('p1')));
  expect(safeguards.of('p1').isDryRun).toBe(true);
  expect(await safety.changeDryRun(profile, false)).toMatchObject({ error: { kind: 'declined' } });
  expect(safeguards.of('p1').isDryRun).toBe(true);
  doesAgree = true;
  expect(await safety.changeDryRun(profile, false)).toMatchObject({ value: { isDryRun: false } });
  expect(asked).toHaveLength(2);
  expect(asked[0]).toMatchObject({ kind: 'confirm', typeBack: 'Desk' });
  const audit = test.store.audit.list(10);
  expect(audit.ok && audit.value.map(({ kind }) => kind)).toEqual(['dry-run', 'dry-run']);
});

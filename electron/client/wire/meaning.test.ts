import { describe, expect, it } from 'vitest';
import { action, createFixture, order } from '../rest/testing/transport-fixture.ts';
import { json } from '../testing/fake-exchange.ts';

const blocked = 'A gateway answered with HTTP 403, not the exchange itself.';
const down = 'A gateway answered with HTTP 502, not the exchange itself.';
const page = '<!DOCTYPE html><html><body>Attention required</body></html>';

/** What a read and a write come to when the exchange always gives this answer. */
async function askBoth(answer: () => Response) {
  const { client, time } = createFixture(answer);
  const read = client.accounts.baseFee({}, action);
  await time.pass(15_000);
  return { read: await read, write: await client.spot.place(order, action), client };
}

describe('an HTML page in place of an answer', () => {
  it.each([
    [403, blocked],
    [502, down],
  ])('reports an answer of a gateway for HTTP %s', async (status, sentence) => {
    const { read, write } = await askBoth(() => json(`\n ${page}`, status));
    expect(read).toMatchObject({ ok: false, error: { kind: 'exchange-failed', httpStatus: status } });
    expect(write).toMatchObject({ ok: false, error: { kind: 'outcome-unknown', isOutcomeUnknown: true } });
    for (const answer of [read, write]) expect(JSON.stringify(answer)).toContain(sentence);
    expect(JSON.stringify(write)).toContain('It may or may not have been done.');
  });

  it('an HTML page in place of an answer is not reported as a gateway with another status, or without markup', async () => {
    for (const answer of [() => json(page, 404), () => json('busy', 502)]) {
      const { read } = await askBoth(answer);
      expect(JSON.stringify(read)).toContain("not in the exchange's own voice");
    }
  });
});

describe('a success without data and with an error message', () => {
  const words = 'Leverage is too high';

  it('keeps the message, for a read and for a write of unknown outcome', async () => {
    const { read, write, client } = await askBoth(() => json({ code: '200000', msg: words, data: null }));
    expect(read).toMatchObject({ ok: false, error: { kind: 'exchange-rejected', exchangeMessage: words } });
    expect(write).toMatchObject({ ok: false, error: { kind: 'outcome-unknown', exchangeMessage: words } });
    expect(await client.margin.setLeverage({ leverage: '3' }, action)).toMatchObject({
      ok: false,
      error: { kind: 'outcome-unknown', exchangeMessage: words },
    });
  });

  it('a success without data and with an error message is an empty answer where the interface allows none', async () => {
    const { client } = createFixture(() => json({ code: '200000', msg: 'nothing is set', data: null }));
    expect(await client.spotHf.deadCancel({}, action)).toMatchObject({ ok: true, value: { timeoutS: null } });
  });
});

import { expect, it } from 'vitest';
import { buildFuturesContract } from '#shared/testing/build-instrument.ts';
import { buildPosition } from '#shared/testing/build-position.ts';
import { formatDecimal } from '#lib/format.ts';
import { multiply } from '#shared/decimal.ts';
import { textsOf } from './margin-fields.tsx';
import { editDraft, emptyDraft, summariseMargin } from './margin-form.ts';

it.each(['1', '2', '3', '4', '5'])('the field of the distance agrees with the preview after adding %s', text => {
  const facts = {
    position: buildPosition(),
    contract: buildFuturesContract({ markPrice: '94266.19' }),
    available: '100',
  } as const;
  const draft = editDraft(emptyDraft, { kind: 'amount', text });
  const summary = summariseMargin(draft, facts);
  const distance = summary.preview?.after.distance;
  if (distance === undefined || distance === null) throw new Error('there is no preview');
  const shown = formatDecimal(multiply(distance, '100'), { maximumDecimals: 2 });
  expect(Number(textsOf(draft, summary).distance)).toBe(Number(shown));
});

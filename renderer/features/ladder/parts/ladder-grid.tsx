import { worthOf } from '#shared/order-entry/market-terms.ts';
import { Button } from '#ui/form/button.tsx';
import { Input } from '#ui/form/input.tsx';
import type { LadderEditor } from '../use-ladder.ts';
import { moneyText } from './ladder-texts.ts';
import { keyLabel } from '#lib/keys/keyboard.ts';
import { orderHints } from '#lib/hints/order-hints.ts';
import { t } from '#shared/words/t.ts';

/** Every rung, to be changed by hand. */
export function LadderGrid({ form }: { readonly form: LadderEditor }) {
  const { draft, edit, summary, facts } = form;
  if (summary === null || facts === null) return null;
  return (
    <div className="ladder-grid">
      <PasteNoteLine form={form} />
      <table aria-label={t`Rungs`}>
        <thead>
          <tr>
            <th scope="col" title={t`Number of the rung`}>
              #
            </th>
            <th scope="col" title={orderHints.price}>{t`Price`}</th>
            <th scope="col" title={orderHints.size}>{t`Size`}</th>
            <th scope="col" title={orderHints.value}>{t`Value`}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {summary.rows.map((_, index) => (
            // the rows have no other name than their place
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place in the ladder
            <Row key={index} form={form} index={index} />
          ))}
        </tbody>
      </table>
      {summary.rows.length === 0 ? (
        <p className="ladder-empty">
          {keyLabel(t`Enter a size and a range, or paste rows from a spreadsheet (Ctrl+V): price, size.`)}
        </p>
      ) : null}
      {draft.rows === null ? null : (
        <Button size="small" variant="quiet" onPress={() => edit({ rows: null })}>{t`Back to the range`}</Button>
      )}
    </div>
  );
}

function PasteNoteLine({ form: { pasteNote } }: { readonly form: LadderEditor }) {
  if (pasteNote === null) return null;
  return pasteNote.kind === 'refused' ? (
    <p className="notice notice-warning" role="alert">
      {t`Not pasted: ${pasteNote.reason}`}
    </p>
  ) : (
    <p className="notice" role="status">
      {t`Left out, because it has no price: ${pasteNote.rows.join('; ')}`}
    </p>
  );
}

function Row({ form, index }: { readonly form: LadderEditor; readonly index: number }) {
  const row = form.summary?.rows[index];
  const terms = form.facts?.terms;
  if (row === undefined || terms === undefined) return null;
  const isInvalid = row.validationErrors.length > 0;
  const worth = row.rung === null ? '' : moneyText(worthOf(row.rung.size, row.rung.price, terms), terms.settleCurrency);
  return (
    <>
      <tr data-wrong={isInvalid} data-taking={row.isTaking}>
        <td className="number">{index + 1}</td>
        {(['price', 'size'] as const).map(field => (
          <td key={field}>
            <Input
              isFigure
              label={t`${field === 'price' ? t`Price` : t`Size`} of rung ${index + 1}`}
              aria-invalid={isInvalid}
              value={row[field]}
              maxLength={30}
              onChange={text => form.editRow(index, field, text)}
            />
          </td>
        ))}
        <td className="number">{worth}</td>
        <td>
          <Button
            size="small"
            variant="quiet"
            label={t`Remove rung ${index + 1}`}
            onPress={() => form.removeRow(index)}
          >
            ✕
          </Button>
        </td>
      </tr>
      {isInvalid ? (
        <tr className="ladder-error">
          <td />
          <td colSpan={4}>
            <div className="ladder-error-line">
              <span>{row.validationErrors.join(' ')}</span>
              {row.fixes.map(({ label, rungs }) => (
                <Button
                  key={label}
                  size="small"
                  label={t`${label}, rung ${index + 1}`}
                  onPress={() => form.fixRow(index, rungs)}
                >
                  {label}
                </Button>
              ))}
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

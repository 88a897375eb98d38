import type { FillResult, OutcomeTone } from '#lib/fills/fill-result.ts';

const classes: Readonly<Record<OutcomeTone, string>> = {
  open: 'notice',
  success: 'notice notice-success',
  warning: 'notice notice-warning',
  danger: 'notice notice-danger',
};

/** The result of an order in the colour of its outcome. */
export function FillNotice({ result: { tone, text } }: { readonly result: FillResult }) {
  return (
    <p className={classes[tone]} role="status">
      {text}
    </p>
  );
}

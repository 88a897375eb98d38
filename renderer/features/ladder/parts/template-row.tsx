import { useState } from 'react';
import { useUiStore } from '#state/ui-store.ts';
import { Button } from '#ui/form/button.tsx';
import { Input } from '#ui/form/input.tsx';
import { templates } from '../model/ladder-draft.ts';
import { editOfTemplate, templateOf, templatesOf, withoutTemplate, withTemplate } from '../model/own-templates.ts';
import type { LadderEditor } from '../use-ladder.ts';
import { t } from '#shared/words/t.ts';

interface TemplateRowProps {
  readonly form: LadderEditor;
  /** `profileId:venue` */
  readonly scope: string;
}

/** Shapes to begin from: those that come with the program, and one's own, kept over a restart. */
export function TemplateRow({ form, scope }: TemplateRowProps) {
  const { draft, edit } = form;
  const all = useUiStore(state => state.ladderTemplates);
  const own = templatesOf(all, scope);
  return (
    <div className="ladder-templates" role="group" aria-label={t`Templates`}>
      {templates.map(({ name, edit: fill }) => (
        <Button key={name} size="small" variant="quiet" onPress={() => edit(fill(draft.side))}>
          {name}
        </Button>
      ))}
      {own.map(template => (
        <span key={template.name} className="ladder-template">
          <Button size="small" variant="quiet" onPress={() => edit(editOfTemplate(template, draft, draft.side))}>
            {template.name}
          </Button>
          <Button
            size="small"
            variant="quiet"
            label={t`Delete the template ${template.name}`}
            onPress={() => useUiStore.setState({ ladderTemplates: withoutTemplate(all, template) })}
          >
            ✕
          </Button>
        </span>
      ))}
      <KeepTemplate form={form} scope={scope} names={own.map(({ name }) => name)} />
    </div>
  );
}

function KeepTemplate({ form, scope, names }: TemplateRowProps & { readonly names: readonly string[] }) {
  const [name, setName] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  if (name === null)
    return <Button size="small" variant="quiet" onPress={() => setName('')}>{t`Keep this shape…`}</Button>;
  const done = () => {
    setName(null);
    setFault(null);
  };
  const keep = () => {
    if (form.facts === null) return;
    const made = templateOf(form.draft, form.facts, { scope, name });
    if (!made.ok) return setFault(made.reason);
    const next = withTemplate(useUiStore.getState().ladderTemplates, made.template);
    if (next === null) return setFault(t`There are too many templates: delete one first.`);
    useUiStore.setState({ ladderTemplates: next });
    return done();
  };
  return (
    <form
      className="ladder-keep"
      onSubmit={event => {
        event.preventDefault();
        keep();
      }}
    >
      <Input label={t`Name of the template`} placeholder={t`name`} value={name} maxLength={30} onChange={setName} />
      <Button size="small" onPress={keep}>
        {names.includes(name.trim()) ? t`Overwrite` : t`Keep`}
      </Button>
      <Button size="small" variant="quiet" onPress={done}>{t`Not now`}</Button>
      {fault === null ? null : <p className="field-error">{fault}</p>}
    </form>
  );
}

import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { FieldControl } from './field-control.tsx';
import type { Form } from './use-form.ts';

interface ConsoleFormProps {
  form: Form;
  onSend: () => void;
  /** Who asks, and the button. */
  children: ReactNode;
}

/** Every parameter of the path, in the order of the documentation. */
export function ConsoleForm({ form, onSend, children }: ConsoleFormProps) {
  const id = useId();
  const element = useRef<HTMLFormElement>(null);
  const { errors } = form;
  useEffect(() => {
    if (errors.size > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors.size]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <form ref={element} className="console-form" noValidate onSubmit={submit}>
      {form.routes.length > 1 && (
        <div className="console-field">
          <label htmlFor={id}>Path</label>
          <select
            id={id}
            className="console-input"
            value={form.route.path}
            onChange={(event) => form.setRoute(event.target.value)}
          >
            {form.routes.map(({ path, title }) => (
              <option key={path} value={path}>
                {title ? `${path}: ${title.toLowerCase()}` : path}
              </option>
            ))}
          </select>
        </div>
      )}
      {form.inputs.length > 0 && (
        <div className="console-fields">
          {form.inputs.map((parameter) => (
            <FieldControl
              key={`${form.route.path} ${parameter.name}`}
              parameter={parameter}
              path={form.route.path}
              value={form.values[parameter.name] ?? ''}
              error={errors.get(parameter.name)}
              onChange={(value) => form.setValue(parameter.name, value)}
            />
          ))}
        </div>
      )}
      {children}
    </form>
  );
}

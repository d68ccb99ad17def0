import { type FocusEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  type ApiToken,
  maxKeyNameLength,
  type RenameTokenAnswer,
  type RenameTokenRequest,
} from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import { sendJson } from '../session/send.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { FieldError } from '../ui/field.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { useKeys } from './context/keys-context.tsx';

const renameKey = (id: string, body: RenameTokenRequest) =>
  sendJson<RenameTokenAnswer>('PUT', calls.apiToken(id), 'Failed to update API key name', body);

/** Save, Enter or leaving the form saves; Cancel or Escape doesn't; an empty name changes nothing. */
export function KeyName({ apiKey, headingId }: { apiKey: ApiToken; headingId: string }) {
  const { finishChange } = useKeys();
  const [draft, setDraft] = useState<string>();
  const errorId = useId();
  const hadFocus = useRef(false);
  const renameButton = useRef<HTMLButtonElement>(null);

  const { busy, error, submit } = useSubmit(async (showToast) => {
    const name = draft?.trim();
    if (!name || name === apiKey.name) {
      setDraft(undefined);
      return;
    }
    const sent = await renameKey(apiKey.id, { name, external_id: apiKey.external_id });
    const failure = finishChange(apiKey, sent, 'API key name updated successfully!', showToast);
    // A rejected name stays in the field.
    if (failure === undefined) setDraft(undefined);
    return failure;
  });

  function save(event: FormEvent) {
    hadFocus.current = true;
    void submit(event);
  }

  function cancel() {
    hadFocus.current = true;
    setDraft(undefined);
  }

  function leave({ currentTarget, relatedTarget }: FocusEvent) {
    if (currentTarget.contains(relatedTarget)) return;
    hadFocus.current = false;
    void submit();
  }

  // The keyboard focus moves back to the button when the form that had it is closed.
  const isEditing = draft !== undefined;
  useEffect(() => {
    if (isEditing || !hadFocus.current) return;
    hadFocus.current = false;
    renameButton.current?.focus();
  }, [isEditing]);

  if (draft === undefined) {
    return (
      <div className="key-name">
        <h3 id={headingId} title={apiKey.name}>
          {apiKey.name}
        </h3>
        <button
          ref={renameButton}
          type="button"
          className={buttonClass('ghost', 'small')}
          onClick={() => setDraft(apiKey.name)}
          aria-label={`Rename ${apiKey.name}`}
        >
          Rename
        </button>
      </div>
    );
  }
  return (
    <form
      className="key-name-edit"
      onSubmit={save}
      onBlur={leave}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
    >
      <h3 id={headingId} className="visually-hidden">
        {apiKey.name}
      </h3>
      <input
        // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed
        autoFocus
        className="field-input"
        aria-label="Key name"
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error ? errorId : undefined}
        maxLength={maxKeyNameLength}
        value={draft}
        readOnly={busy}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
      />
      <Button type="submit" variant="secondary" size="small" loading={busy}>
        Save
      </Button>
      {/* Safari takes the focus from the field without giving it to a pressed button, which would save. */}
      <Button variant="ghost" size="small" onMouseDown={(event) => event.preventDefault()} onClick={cancel}>
        Cancel
      </Button>
      <FieldError id={errorId}>{error}</FieldError>
    </form>
  );
}

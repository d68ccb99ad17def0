import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import {
  type ApiToken,
  maxKeyNameLength,
  type RenameTokenAnswer,
  type RenameTokenRequest,
} from '../../keys/contract.ts';
import { calls } from '../../urls.ts';
import { sendJson } from '../session/send.ts';
import { buttonClass } from '../ui/button.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { useKeys } from './context/keys-context.tsx';
import '../ui/field.css';

const renameKey = (id: string, body: RenameTokenRequest) =>
  sendJson<RenameTokenAnswer>('PUT', calls.apiToken(id), 'Failed to update API key name', body);

/** Enter or leaving the field saves, Escape cancels, an empty name changes nothing. */
export function KeyName({ apiKey, headingId }: { apiKey: ApiToken; headingId: string }) {
  const { finishChange } = useKeys();
  const [draft, setDraft] = useState<string>();
  const errorId = useId();
  const isCancelled = useRef(false);
  const isKeyPress = useRef(false);
  const renameButton = useRef<HTMLButtonElement>(null);

  const { busy, error, submit } = useSubmit(async (showToast) => {
    const name = draft?.trim();
    if (!name || name === apiKey.name || isCancelled.current) {
      setDraft(undefined);
      return;
    }
    const sent = await renameKey(apiKey.id, { name, external_id: apiKey.external_id });
    const failure = finishChange(apiKey, sent, 'API key name updated successfully!', showToast);
    // A rejected name stays in the field.
    if (failure === undefined) setDraft(undefined);
    return failure;
  });

  function start() {
    isCancelled.current = false;
    setDraft(apiKey.name);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    isKeyPress.current = true;
    isCancelled.current = event.key === 'Escape';
    void submit();
  }

  // The keyboard focus moves back to the button when a key press closed the field.
  const isEditing = draft !== undefined;
  useEffect(() => {
    if (isEditing || !isKeyPress.current) return;
    isKeyPress.current = false;
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
          onClick={start}
          aria-label={`Rename ${apiKey.name}`}
        >
          Rename
        </button>
      </div>
    );
  }
  return (
    <div className="key-name-edit">
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
        onKeyDown={handleKey}
        onBlur={() => void submit()}
      />
      {/* Screen readers announce the error only if its element exists before it. */}
      <p className="field-error" id={errorId} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

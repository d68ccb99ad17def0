import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type ApiToken, maxKeyNameLength } from '../../keys/contract.ts';
import type { Outcome } from '../session/outcome.ts';
import { buttonClass } from '../ui/button.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import '../ui/field.css';

interface KeyNameProps {
  apiKey: ApiToken;
  headingId: string;
  onRename: (name: string) => Promise<Outcome>;
}

/** Enter or leaving the field saves, Escape does not, an empty name changes nothing. */
export function KeyName({ apiKey, headingId, onRename }: KeyNameProps) {
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const errorId = useId();
  const isCancelled = useRef(false);
  const isByKey = useRef(false);
  const renameButton = useRef<HTMLButtonElement>(null);

  const { busy, submit } = useSubmit(async () => {
    const name = draft?.trim();
    if (!name || name === apiKey.name || isCancelled.current) return setDraft(undefined);
    setError(undefined);
    const outcome = await onRename(name);
    // A refused name stays in the field.
    if (outcome.ok) setDraft(undefined);
    else setError(outcome.message);
  });

  function start() {
    isCancelled.current = false;
    setError(undefined);
    setDraft(apiKey.name);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    isByKey.current = true;
    isCancelled.current = event.key === 'Escape';
    void submit();
  }

  // The field is gone: a person who ended it by a key goes on from the button.
  const isEditing = draft !== undefined;
  useEffect(() => {
    if (isEditing || !isByKey.current) return;
    isByKey.current = false;
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
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        maxLength={maxKeyNameLength}
        value={draft}
        readOnly={busy}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onKeyDown={handleKey}
        onBlur={() => void submit()}
      />
      {/* The region exists before the error does: only then is the error announced. */}
      <p className="field-error" id={errorId} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

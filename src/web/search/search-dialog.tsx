import { Search } from 'lucide';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { SearchMessage, SearchResult } from './search-results.tsx';
import { typedSoFar } from './search-state.ts';
import { rememberHit, useSearch } from './use-search.ts';
import './search-dialog.css';

export { documentationSearch } from './use-search.ts';

type DialogProps = Pick<ComponentProps<typeof DialogFrame>, 'open' | 'onClose'>;

export const SearchDialog = ({ open, onClose }: DialogProps) => (
  <DialogFrame open={open} onClose={onClose}>
    <DialogHeading title="Search the documentation" />
    <SearchPanel onClose={onClose} />
  </DialogFrame>
);

/** The focus stays in the field while the arrow keys move the selection. */
function SearchPanel({ onClose }: { onClose: () => void }) {
  const [query, setQuery] = useState(typedSoFar);
  const [active, setActive] = useState(0);
  const results = useSearch(query);
  const groups = results.state === 'ready' ? results.groups : [];
  const count = groups.reduce((sum, group) => sum + group.hits.length, 0);
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const optionId = (index: number) => `${base}option-${index}`;
  const activeOption = () => document.getElementById(optionId(active));

  const type = (text: string) => {
    setQuery(text);
    setActive(0);
    list.current?.scrollTo({ top: 0 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && count > 0) {
      event.preventDefault();
      setActive((active + step + count) % count);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      activeOption()?.click();
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls
  useEffect(() => {
    activeOption()?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  let index = 0;
  return (
    <div className="search" data-search>
      <label className="search-field">
        <Icon of={Search} size={18} />
        <input
          ref={input}
          type="text"
          role="combobox"
          className="search-input"
          placeholder="Search the documentation"
          aria-label="Search the documentation"
          aria-expanded={count > 0}
          aria-controls={`${base}list`}
          aria-autocomplete="list"
          aria-activedescendant={count > 0 ? optionId(active) : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          value={query}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
          data-first
        />
      </label>
      <div ref={list} className="search-list">
        <div id={`${base}list`} role="listbox" aria-label="Results">
          {groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox may not hold a fieldset
            <div key={group.key} role="group" aria-label={group.titles.join(', ')} className="search-group">
              <p className="search-group-title" aria-hidden="true">
                {group.titles.join(' › ')}
              </p>
              {group.hits.map((hit) => {
                const own = index++;
                return (
                  <SearchResult
                    key={`${hit.href} ${hit.title}`}
                    hit={hit}
                    id={optionId(own)}
                    active={own === active}
                    onActive={() => setActive(own)}
                    onChoose={() => {
                      rememberHit(hit);
                      onClose();
                    }}
                  />
                );
              })}
            </div>
          ))}
        </div>
        <SearchMessage
          results={results}
          query={query.trim()}
          onClose={onClose}
          onRetry={() => input.current?.focus()}
        />
      </div>
      <p className="search-keys" aria-hidden="true">
        {keyHints.map(([text, ...keys]) => (
          <span key={text}>
            <Keys keys={keys} />
            {text}
          </span>
        ))}
      </p>
    </div>
  );
}

const keyHints = [
  ['to navigate', '↑', '↓'],
  ['to open', '↵'],
  ['to close', 'esc'],
  ['on any page for all shortcuts', '?'],
] as const;

const shortcuts = [
  ['Search', '/', 'Ctrl K', '⌘ K'],
  ['Navigate', '↑', '↓', '←', '→'],
  ['Open', '↵'],
  ['Close', 'Esc'],
  ['Show shortcuts', '?'],
] as const;

export const ShortcutsDialog = ({ open, onClose }: DialogProps) => (
  <DialogFrame open={open} onClose={onClose}>
    <DialogHeading title="Keyboard shortcuts" />
    <dl className="shortcuts">
      {shortcuts.map(([action, ...keys]) => (
        <div key={action} className="shortcuts-row">
          <dt>{action}</dt>
          <dd>
            <Keys keys={keys} />
          </dd>
        </div>
      ))}
    </dl>
  </DialogFrame>
);

const Keys = ({ keys }: { keys: readonly string[] }) => keys.map((key) => <kbd key={key}>{key}</kbd>);

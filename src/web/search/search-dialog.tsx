import type { IconNode } from 'lucide';
import * as lucide from 'lucide';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { SearchHit, SearchKind } from '../../content/search.ts';
import { pages } from '../../urls.ts';
import { isForBrowser, Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { hasPage } from '../router/site-map.ts';
import { Button } from '../ui/button.tsx';
import { DialogFrame, DialogHeading } from '../ui/dialogs/dialog-frame.tsx';
import { Icon } from '../ui/icon.tsx';
import { typedSoFar } from './search-state.ts';
import { rememberHit, type SearchResults, useSearch } from './use-search.ts';
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
        <Icon of={lucide.Search} size={18} />
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

interface SearchResultProps {
  hit: SearchHit;
  id: string;
  active: boolean;
  onActive: () => void;
  onChoose: () => void;
}

/** Results are links, so they can be opened in a new tab. The arrow keys reach them, the Tab key doesn't. */
function SearchResult({ hit, id, active, onActive, onChoose }: SearchResultProps) {
  const pattern = patternOf(hit.terms);
  const isCode = hit.kind === 'parameter' || hit.kind === 'tool';
  return (
    <Link
      href={hit.href}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="search-result"
      onPointerMove={onActive}
      onClick={(event) => isForBrowser(event) || onChoose()}
    >
      <Icon of={icons[hit.kind]} size={16} className="search-result-icon" />
      <span className="search-result-words">
        <span className="search-result-title" data-code={isCode || undefined}>
          <span>
            <MarkedText text={hit.title} pattern={pattern} />
          </span>
          {hit.code && <code className="search-result-code">{hit.code.split(' ')[0]}</code>}
        </span>
        <span className="search-result-excerpt">
          {hit.context && <b>{hit.context}: </b>}
          <MarkedText text={hit.excerpt} pattern={pattern} />
        </span>
      </span>
      <Icon of={lucide.CornerDownLeft} size={15} className="search-result-enter" />
    </Link>
  );
}

const icons: Record<SearchKind, IconNode> = {
  page: lucide.FileText,
  endpoint: lucide.Waypoints,
  heading: lucide.Hash,
  tool: lucide.Bot,
  parameter: lucide.SlidersHorizontal,
  error: lucide.TriangleAlert,
  chat: lucide.MessageSquare,
};

const suggestions = [
  ['Overview', pages.docs],
  ['All variables', pages.variables],
  ['All errors', pages.errors],
  ['Support', pages.support],
] as const;

interface SearchMessageProps {
  results: SearchResults;
  query: string;
  onClose: () => void;
  /** Moves the focus, because the focused button disappears. */
  onRetry: () => void;
}

/** Shown instead of results. Screen readers get the number of results from it. */
function SearchMessage({ results, query, onClose, onRetry }: SearchMessageProps) {
  const site = useSite();
  if (results.state === 'loading')
    return (
      <p className="search-message late" role="status">
        Loading...
      </p>
    );
  if (results.state === 'failed')
    return (
      <div className="search-message" role="alert">
        <p>Search couldn't be loaded: {results.message}</p>
        <Button
          variant="secondary"
          size="small"
          onClick={() => {
            results.retry();
            onRetry();
          }}
        >
          Try again
        </Button>
      </div>
    );
  const count = results.groups.reduce((sum, group) => sum + group.hits.length, 0);
  if (count > 0)
    return (
      <p className="visually-hidden" role="status">
        {query && `${count} ${count === 1 ? 'result' : 'results'}`}
      </p>
    );
  return (
    <div className="search-message" role="status">
      <p>
        <b>No results for “{query}”</b>
      </p>
      <p>Try fewer or different words, such as an endpoint, parameter, field or error. Or start here:</p>
      <ul className="search-suggestions">
        {suggestions
          .filter(([, href]) => hasPage(site, href))
          .map(([title, href]) => (
            <li key={href}>
              <Link href={href} className="link" onClick={onClose}>
                {title}
              </Link>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Marks the words that matched the query. */
function MarkedText({ text, pattern }: { text: string; pattern: RegExp }) {
  return text.split(pattern).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <mark key={index} className="search-mark">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** The index stores words without the plural s. */
export function patternOf(terms: string[]): RegExp {
  if (terms.length === 0) return /(?!)/;
  const longestFirst = terms.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])((?:${longestFirst.map(escaped).join('|')})s?)`, 'giu');
}

const escaped = (term: string) => term.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

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

import {
  Bot,
  CornerDownLeft,
  FileText,
  Hash,
  type IconNode,
  MessageSquare,
  SlidersHorizontal,
  TriangleAlert,
  Waypoints,
} from 'lucide';
import type { SearchHit, SearchKind } from '../../content/search-terms.ts';
import { isForBrowser, Link } from '../router/link.tsx';
import { Icon } from '../ui/icon.tsx';
import { MarkedText, patternOf } from './marked-text.tsx';

interface SearchResultProps {
  hit: SearchHit;
  id: string;
  active: boolean;
  onActive: () => void;
  onChoose: () => void;
}

/** A link, so that it can be opened in a new tab; the arrow keys reach it, the tab key does not. */
export function SearchResult({ hit, id, active, onActive, onChoose }: SearchResultProps) {
  const icon = icons[hit.kind];
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
      <Icon of={icon} size={16} className="search-result-icon" />
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
      <Icon of={CornerDownLeft} size={15} className="search-result-enter" />
    </Link>
  );
}

const icons: Record<SearchKind, IconNode> = {
  page: FileText,
  endpoint: Waypoints,
  heading: Hash,
  tool: Bot,
  parameter: SlidersHorizontal,
  error: TriangleAlert,
  chat: MessageSquare,
};

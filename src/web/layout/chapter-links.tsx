import { ArrowLeft, ArrowRight } from 'lucide';
import type { Page } from '../../content/contract.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { chaptersAround } from '../router/site-map.ts';
import { Icon } from '../ui/icon.tsx';

export function ChapterLinks({ path }: { path: string }) {
  const { previous, next } = chaptersAround(useSite(), path);
  if (!previous && !next) return null;
  return (
    // The foot of a section, because a page has one foot of its own.
    <section aria-label="Previous and next chapter">
      <footer className="chapters">
        {previous && <ChapterLink page={previous} label="Previous Chapter" />}
        {next && <ChapterLink page={next} label="Next Chapter" />}
      </footer>
    </section>
  );
}

function ChapterLink({ page, label }: { page: Page; label: 'Previous Chapter' | 'Next Chapter' }) {
  const isNext = label === 'Next Chapter';
  return (
    <Link href={page.path} className="chapter" data-next={isNext || undefined} rel={isNext ? 'next' : 'prev'}>
      <span className="chapter-label">
        {!isNext && <Icon of={ArrowLeft} size={14} />}
        {label}
        {isNext && <Icon of={ArrowRight} size={14} />}
      </span>
      <span className="chapter-title">{page.title}</span>
      <span className="chapter-description">{page.description}</span>
    </Link>
  );
}

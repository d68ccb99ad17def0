import { ArrowLeft, ArrowRight } from 'lucide';
import { memo } from 'react';
import type { Page } from '../../content/contract.ts';
import { changelogFeed, licences, llms, openApi, pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { chaptersAround, hasPage } from '../router/site-map.ts';
import { Icon } from '../ui/icon.tsx';

export const SiteFooter = memo(function SiteFooter() {
  const site = useSite();
  const { footer, provider } = site;
  return (
    <footer className="site-footer">
      <nav aria-label="Footer" className="site-footer-columns">
        {footer.map(({ title, pages: beside }) => (
          <Column key={title} title={title} links={beside.map(({ title: name, path }) => [name, path])} />
        ))}
        <Column
          title="For machines"
          links={[
            ['OpenAPI', openApi],
            ['llms.txt', llms],
            ...(hasPage(site, pages.changelog) ? ([['Changelog feed', changelogFeed]] as const) : []),
          ]}
        />
        <Column
          title={provider.name}
          links={[
            ['Account', pages.account],
            ['Data team', `mailto:${provider.dataTeam}`],
            ['Main site', provider.mainSite],
            ['Software licences', licences],
          ]}
        />
      </nav>
    </footer>
  );
});

function Column({ title, links }: { title: string; links: (readonly [string, string])[] }) {
  return (
    <div>
      <p className="site-footer-title">{title}</p>
      <ul>
        {links.map(([name, href]) => (
          <li key={href}>
            <Link href={href}>{name}</Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function ChapterLinks({ path }: { path: string }) {
  const { previous, next } = chaptersAround(useSite(), path);
  if (!previous && !next) return null;
  return (
    // This is the footer of a section, because the page has its own footer.
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

import { ArrowLeft, ArrowRight } from 'lucide';
import type { Page } from '../../content/contract.ts';
import { changelogFeed, licences, llms, openApi, pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { chaptersAround, hasPage } from '../router/site-map.ts';
import { Icon } from '../ui/icon.tsx';

export function SiteFooter() {
  const site = useSite();
  const { footer, provider } = site;
  return (
    <footer className="site-footer">
      <nav aria-label="Footer" className="site-footer-columns">
        {footer.map((group) => (
          <Column key={group.title} title={group.title} links={group.pages} />
        ))}
        <Column
          title="For developers"
          links={[
            { title: 'OpenAPI', path: openApi },
            { title: 'llms.txt', path: llms },
            ...(hasPage(site, pages.changelog) ? [{ title: 'Changelog feed', path: changelogFeed }] : []),
          ]}
        />
        <Column
          title={provider.name}
          links={[
            { title: 'Account', path: pages.account },
            { title: 'Data team', path: `mailto:${provider.dataTeam}` },
            { title: 'Main site', path: provider.mainSite },
            { title: 'Software licences', path: licences },
          ]}
        />
      </nav>
    </footer>
  );
}

const Column = ({ title, links }: { title: string; links: Pick<Page, 'title' | 'path'>[] }) => (
  <div>
    <p className="site-footer-title">{title}</p>
    <ul>
      {links.map(({ title, path }) => (
        <li key={path}>
          <Link href={path}>{title}</Link>
        </li>
      ))}
    </ul>
  </div>
);

export function ChapterLinks({ path }: { path: string }) {
  const { previous, next } = chaptersAround(useSite(), path);
  if (!previous && !next) return null;
  return (
    // This is the footer of a section, because the page has its own footer.
    <section aria-label="Previous and next chapter">
      <footer className="chapters">
        {previous && <ChapterLink page={previous} />}
        {next && <ChapterLink page={next} isNext />}
      </footer>
    </section>
  );
}

const ChapterLink = ({ page, isNext = false }: { page: Page; isNext?: boolean }) => (
  <Link href={page.path} className="chapter" data-next={isNext || undefined} rel={isNext ? 'next' : 'prev'}>
    <span className="chapter-label">
      {!isNext && <Icon of={ArrowLeft} size={14} />}
      {isNext ? 'Next Chapter' : 'Previous Chapter'}
      {isNext && <Icon of={ArrowRight} size={14} />}
    </span>
    <span className="chapter-title">{page.title}</span>
    <span className="chapter-description">{page.description}</span>
  </Link>
);

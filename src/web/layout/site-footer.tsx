import { memo } from 'react';
import { changelogFeed, licences, llms, openApi, pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';
import { useSite } from '../router/router-context.tsx';
import { hasPage } from '../router/site-map.ts';

/** What belongs to every page: the pages beside the chapters, what machines read, and whom to write to. */
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

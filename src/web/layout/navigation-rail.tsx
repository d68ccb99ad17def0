import type { NavigationGroup, Page } from '../../content/contract.ts';
import { Link } from '../ui/link.tsx';
import { NavigationIcon } from './navigation-icon.tsx';

interface NavigationRailProps {
  groups: NavigationGroup[];
  path: string;
}

/** A group with one page is a link with an icon; the pages of a longer one are dots until there is room for words. */
export function NavigationRail({ groups, path }: NavigationRailProps) {
  return (
    <nav className="rail" aria-label="Documentation">
      <ul>
        {groups.map((group) => {
          const [first] = group.pages;
          if (group.pages.length === 1 && first) {
            return (
              <li key={group.title}>
                <RailLink page={first} path={path} className="rail-row">
                  <NavigationIcon name={group.icon} />
                </RailLink>
              </li>
            );
          }
          return (
            <li key={group.title} className="rail-group">
              <p
                className="rail-row"
                data-inside={group.pages.some((page) => page.path === path) || undefined}
              >
                <NavigationIcon name={group.icon} />
                <span className="rail-label">{group.title}</span>
              </p>
              <ul aria-label={group.title}>
                {group.pages.map((page) => (
                  <li key={page.path}>
                    <RailLink page={page} path={path} className="rail-row rail-page">
                      <span className="rail-dot" />
                    </RailLink>
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface RailLinkProps {
  page: Page;
  path: string;
  className: string;
  children: React.ReactNode;
}

function RailLink({ page, path, className, children }: RailLinkProps) {
  return (
    <Link
      href={page.path}
      className={className}
      aria-label={page.title}
      aria-current={page.path === path ? 'page' : undefined}
    >
      {children}
      <span className="rail-label">{page.title}</span>
    </Link>
  );
}

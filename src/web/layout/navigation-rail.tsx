import { memo, useDeferredValue } from 'react';
import type { NavigationGroup, Page } from '../../content/contract.ts';
import { Link } from '../router/link.tsx';
import { usePath } from '../router/router-context.tsx';
import { NavigationIcon } from './navigation-icon.tsx';

/** The page comes first, its mark in here a moment later. */
export function NavigationRail({ groups }: { groups: NavigationGroup[] }) {
  return <Groups groups={groups} path={useDeferredValue(usePath())} />;
}

interface GroupsProps {
  groups: NavigationGroup[];
  path: string;
}

/** A group with one page is a link with an icon; the pages of a longer one are dots until there is room for words. */
const Groups = memo(function Groups({ groups, path }: GroupsProps) {
  return (
    <nav aria-label="Documentation">
      <ul>
        {groups.map((group) => {
          const [first] = group.pages;
          if (group.pages.length === 1 && first) {
            return (
              <li key={group.title}>
                <RailLink page={first} isCurrent={first.path === path} icon={group.icon} />
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
                    <RailLink page={page} isCurrent={page.path === path} />
                  </li>
                ))}
              </ul>
            </li>
          );
        })}
      </ul>
    </nav>
  );
});

interface RailLinkProps {
  page: Page;
  isCurrent: boolean;
  /** Of a group that is one page. */
  icon?: string;
}

/** Two of them change on a move; the others are left alone. */
const RailLink = memo(function RailLink({ page, isCurrent, icon }: RailLinkProps) {
  return (
    <Link
      href={page.path}
      className={icon ? 'rail-row' : 'rail-row rail-page'}
      aria-label={page.title}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {icon ? <NavigationIcon name={icon} /> : <span className="rail-dot" />}
      <span className="rail-label">{page.title}</span>
    </Link>
  );
});

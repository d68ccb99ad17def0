import type { NavigationGroup, Page } from '../../content/contract.ts';
import { pages } from '../../urls.ts';
import { Link } from '../router/link.tsx';

export function Breadcrumb({ group, page }: { group: NavigationGroup | undefined; page: Page }) {
  const isRoot = page.path === pages.docs;
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <ol>
        {!isRoot && (
          <li>
            <Link href={pages.docs}>Docs</Link>
          </li>
        )}
        {group && group.pages.length > 1 && (
          <li>
            <Link href={group.pages[0]?.path ?? pages.docs}>{group.title}</Link>
          </li>
        )}
        <li aria-current="page">{isRoot ? 'Docs' : page.title}</li>
      </ol>
    </nav>
  );
}

import { ArrowRight } from 'lucide';
import type { Card } from '../../content/contract.ts';
import { Link } from '../router/link.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProseLine } from './prose.tsx';

export function Cards({ links }: { links: Card[] }) {
  return (
    <ul className="cards">
      {links.map((card) => (
        <li key={card.title}>
          <Link href={card.href} className="card">
            <span className="card-title">
              {card.title}
              <Icon of={ArrowRight} size={15} />
            </span>
            <span className="card-description">
              <ProseLine text={card.description} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

import { ArrowRight } from 'lucide-react';
import type { Card } from '../../content/contract.ts';
import { Link } from '../ui/link.tsx';
import { Heading } from './heading.tsx';
import { Prose, ProseLine } from './prose.tsx';

interface CardsViewProps {
  title: string;
  description: string | undefined;
  links: Card[];
  anchor: string;
}

export function CardsView({ title, description, links, anchor }: CardsViewProps) {
  return (
    <section className="docs-section" aria-labelledby={anchor}>
      <Heading level={2} anchor={anchor}>
        {title}
      </Heading>
      {description && <Prose text={description} />}
      <ul className="cards">
        {links.map((card) => (
          <li key={card.title}>
            <Link href={card.href} className="card">
              <span className="card-title">
                {card.title}
                <ArrowRight size={15} aria-hidden="true" />
              </span>
              <span className="card-description">
                <ProseLine text={card.description} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

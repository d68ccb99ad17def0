import type { Section } from '../../content/contract.ts';
import { EndpointView } from './endpoint-view.tsx';
import { GuideView } from './guide-view.tsx';
import { McpView } from './mcp-view.tsx';

interface SectionViewProps {
  section: Section;
  /** One for each h2 of the section. */
  anchors: string[];
  path: string;
  /** The page has its title from this section. */
  isRepeated: boolean;
}

export function SectionView({ section, anchors, path, isRepeated }: SectionViewProps) {
  const anchor = anchors[0] ?? '';
  switch (section.kind) {
    case 'endpoint':
      return <EndpointView section={section} anchor={anchor} path={path} isRepeated={isRepeated} />;
    case 'guide':
      return <GuideView section={section} anchor={anchor} path={path} isRepeated={isRepeated} />;
    case 'mcp':
      return <McpView mcp={section.mcp} anchors={anchors} path={path} />;
  }
}

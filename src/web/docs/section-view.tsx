import type { Section } from '../../content/contract.ts';
import { EndpointView } from './endpoint-view.tsx';
import { GuideView } from './guide-view.tsx';
import { McpView } from './mcp-view.tsx';

interface SectionViewProps {
  section: Section;
  /** One for each h2 of the section. */
  anchors: string[];
  path: string;
}

export function SectionView({ section, anchors, path }: SectionViewProps) {
  const anchor = anchors[0] ?? '';
  switch (section.kind) {
    case 'endpoint':
      return <EndpointView section={section} anchor={anchor} path={path} />;
    case 'guide':
      return <GuideView guide={section.guide} anchor={anchor} path={path} />;
    case 'mcp':
      return <McpView mcp={section.mcp} anchors={anchors} path={path} />;
  }
}

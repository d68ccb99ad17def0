import { CopyForLlm } from './copy-for-llm.tsx';
import { Heading } from './heading.tsx';

interface SectionHeadingProps {
  title: string;
  anchor: string;
  path: string;
  /** It says the same as the title of the page, right above: only those hear it who go from heading to heading. */
  isRepeated?: boolean;
}

export function SectionHeading({ title, anchor, path, isRepeated = false }: SectionHeadingProps) {
  return (
    <Heading
      level={2}
      anchor={anchor}
      isRepeated={isRepeated}
      end={<CopyForLlm path={path} section={anchor} />}
    >
      {title}
    </Heading>
  );
}

import { useMemo } from 'react';
import type { CodeExample, Parameter } from '../../content/contract.ts';
import { parameterAnchor } from '../../content/prose.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { LanguageCode } from '../code/language-code.tsx';
import { ParameterLinksContext } from '../code/parameter-links.ts';

export function CodeExamples({ examples }: { examples: CodeExample[] | undefined }) {
  return examples?.map((example) =>
    example.languages ? (
      <LanguageCode key={example.title} title={example.title} texts={example.languages} />
    ) : (
      <CodeBlock key={example.title} title={example.title} text={example.text} grammar={example.format} />
    ),
  );
}

interface EndpointCodeProps {
  examples: CodeExample[];
  parameters: Parameter[];
  /** Of the heading above the parameters. */
  anchor: string;
}

/** Samples whose parameters lead to their descriptions. */
export function EndpointCode({ examples, parameters, anchor }: EndpointCodeProps) {
  const links = useMemo(
    () => new Map(parameters.map(({ name }) => [name, parameterAnchor(anchor, name)])),
    [parameters, anchor],
  );
  return (
    <ParameterLinksContext value={links}>
      <CodeExamples examples={examples} />
    </ParameterLinksContext>
  );
}

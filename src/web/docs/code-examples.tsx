import type { CodeExample } from '../../content/contract.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { LanguageCode } from '../code/language-code.tsx';

export function CodeExamples({ examples }: { examples: CodeExample[] | undefined }) {
  return examples?.map((example) =>
    example.languages ? (
      <LanguageCode key={example.title} title={example.title} texts={example.languages} />
    ) : (
      <CodeBlock key={example.title} title={example.title} text={example.text} grammar={example.format} />
    ),
  );
}

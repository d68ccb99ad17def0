import type { CodeExample, Language } from '../../content/contract.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { LanguageCode } from '../code/language-code.tsx';
import { useClientId } from './client-id.tsx';
import { personalText } from './personal-text.ts';

export function CodeExamples({ examples }: { examples: CodeExample[] | undefined }) {
  const clientId = useClientId();
  return examples?.map((example) =>
    example.languages ? (
      <LanguageCode
        key={example.title}
        title={example.title}
        texts={personalTexts(example.languages, clientId)}
      />
    ) : (
      <CodeBlock
        key={example.title}
        title={example.title}
        text={personalText(example.text, clientId)}
        grammar={example.format}
      />
    ),
  );
}

type Texts = Partial<Record<Language, string>>;

function personalTexts(texts: Texts, clientId: string | undefined): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([language, text]) => [language, personalText(text, clientId)]),
  );
}

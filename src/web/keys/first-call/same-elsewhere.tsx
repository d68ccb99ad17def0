import { codeOf } from '../../../content/requests/code.ts';
import type { ApiRequest } from '../../../content/requests/request.ts';
import { CodeBlock } from '../../code/code-block.tsx';
import { useSite } from '../../router/router-context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Credentials, mcpLinkOf } from './credentials.ts';

interface SameElsewhereProps {
  request: ApiRequest;
  place: string | undefined;
  credentials: Credentials;
}

/** The same call as a program, and as a question to an assistant. */
export function SameElsewhere({ request, place, credentials }: SameElsewhereProps) {
  const { hosts, keys } = useSite();
  return (
    <>
      <CodeBlock
        title="The same in Python"
        grammar="python"
        text={codeOf(request, 'python', keys.environment)}
      />
      {place && (
        <CodeBlock
          title="The same in your assistant"
          text={`What will the weather be like in ${place} over the next 24 hours?`}
        />
      )}
      <p className="first-call-status">
        Python reads the key from the .env file's two variables.
        {hosts.mcp && (
          <>
            {' '}
            {place ? 'The' : 'An'} assistant needs your
            <CopyButton
              words
              label="MCP link"
              text={mcpLinkOf(hosts.mcp, credentials.clientId, credentials.secret)}
            />
          </>
        )}
      </p>
    </>
  );
}

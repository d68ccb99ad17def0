import { ArrowRight, Download } from 'lucide';
import type { EndpointDoc } from '../../../content/contract.ts';
import { parseInline, plainText } from '../../../content/prose.ts';
import { fileNameOf } from '../../../content/requests/file-name.ts';
import { statusText } from '../../../content/status-text.ts';
import { Button } from '../../ui/button.tsx';
import { downloadFile } from '../../ui/download.ts';
import { Icon } from '../../ui/icon.tsx';
import type { CallState } from './use-call.ts';
import { bytesWords, nextSinceIn } from './words.ts';

interface AnswerHeadProps {
  answered: Extract<CallState, { phase: 'answered' }>;
  doc: EndpointDoc;
  name: string;
  onNextPage: (since: string) => void;
}

/** Status, time and size; what to do about a refusal; the way to the next page. */
export function AnswerHead({ answered, doc, name, onNextPage }: AnswerHeadProps) {
  const { answer, request, refusal } = answered;
  const { status, body, bytes, durationMs } = answer;
  const since = typeof body === 'string' ? nextSinceIn(body) : undefined;
  const action = doc.errors.find((error) => error.status === status)?.action;
  const fileName = request.isFile && status < 400 ? fileNameOf(request) : `${name}.json`;
  return (
    <>
      <div className="console-answer-head">
        <p role="status">
          <span className={`badge badge-${status < 400 ? 'success' : 'danger'}`}>
            {status} {statusText(status)}
          </span>
          <span className="console-facts">
            {durationMs} ms · {bytesWords(bytes)}
          </span>
        </p>
        {since && (
          <Button variant="secondary" size="small" onClick={() => onNextPage(since)}>
            Next page
            <Icon of={ArrowRight} size={15} />
          </Button>
        )}
        <button type="button" className="icon-button" onClick={() => downloadFile(fileName, body)}>
          <Icon of={Download} size={15} />
          Download
        </button>
      </div>
      {refusal && <p className="console-failure">{refusal}</p>}
      {status >= 400 && action && <p className="console-note">{plainText(parseInline(action))}</p>}
    </>
  );
}

import { renderToString } from 'react-dom/server';
import type { PageProps } from '../content/contract.ts';
import { App } from './app.tsx';
import { createRouter } from './router.ts';
import { installHighlighter } from './ui/highlighter.ts';
import { highlight } from './ui/prism.ts';

installHighlighter(highlight);

/** The inside of `#root`, the same for every visitor. */
export function renderBody(props: PageProps): string {
  return renderToString(<App site={props.site} router={createRouter(props)} />);
}

import { renderToString } from 'react-dom/server';
import type { PageProps } from '../content/contract.ts';
import { App } from './app.tsx';
import { highlighter } from './code/highlighter.ts';
import * as prism from './code/prism.ts';
import { createRouter } from './router/router.ts';

highlighter.arrived.set(prism);

/** The inside of `#root`, the same for every visitor. */
export function renderBody(props: PageProps): string {
  return renderToString(<App site={props.site} router={createRouter(props)} />);
}

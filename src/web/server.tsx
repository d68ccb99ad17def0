import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { NamedPicture, PageProps, Section } from '../content/contract.ts';
import { drawnAsOf } from '../content/page-text.ts';
import { App } from './app.tsx';
import landingStyle from './landing/landing.css?inline';
import * as landingPage from './landing/landing-page.tsx';
import { landingCode } from './pages/current-page.tsx';
import { AnswerPicture } from './pictures/answer-picture.tsx';
import { ServerPicture } from './pictures/server-picture.tsx';
import { createRouter } from './router/router.ts';

landingCode.loaded.set(landingPage);

/** Only the landing page's document needs it, inline for the first paint. */
export { landingStyle };

/** Renders the inside of `#root`, which is the same for every visitor. */
export function renderBody(props: PageProps): string {
  const sections = props.sections.map(withPicture);
  const picture = props.pictures ? drawn(props.pictures) : props.picture;
  return renderToString(<App site={props.site} router={createRouter({ ...props, sections, picture })} />);
}

/** The picture is rendered as static markup, so none of it is hydrated. */
function withPicture(section: Section): Section {
  if (section.kind === 'mcp' || !section.drawn) return section;
  const drawnAs = drawnAsOf(section);
  if (!drawnAs) return section;
  const view = <AnswerPicture drawnAs={drawnAs} drawn={section.drawn} View={ServerPicture} />;
  return { ...section, picture: renderToStaticMarkup(view) };
}

const drawn = (pictures: NamedPicture[]) =>
  renderToStaticMarkup(
    pictures.map(({ name, picture }) => (
      <figure key={name} className="picture" aria-label={name}>
        <ServerPicture picture={picture} name={name} />
      </figure>
    )),
  );

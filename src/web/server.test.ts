import { describe, expect, test } from 'vitest';
import type { PageProps, Sandbox, Section } from '../content/contract.ts';
import { renderBody } from './server.tsx';

const site: PageProps['site'] = {
  provider: {
    name: 'Cloudy',
    mainSite: 'https://cloudy.example',
    dataTeam: 'team@cloudy.example',
    offers: 'umbrellas',
    mark: '<svg viewBox="0 0 1 1"></svg>',
  },
  apis: [],
  keys: {
    prefixes: ['cl'],
    environment: { clientId: 'CLOUDY_ID', apiKey: 'CLOUDY_KEY' },
    freeWords: 'small umbrellas',
  },
  models: {},
  hasMcpSignIn: true,
  weather: true,
  hosts: {
    data: 'http://data.test/api/v1',
    forecasts: 'http://forecasts.test/api/v1',
    mcp: 'http://mcp.test/mcp',
  },
  assistants: [],
  sandbox: 'both',
  endpoints: [],
  footer: [],
  navigation: [
    { title: 'Overview', icon: 'book-open', pages: [page('/docs', 'Overview')] },
    { title: 'Umbrellas', icon: 'rocket', pages: [page('/docs/a', 'Open'), page('/docs/b', 'Shut')] },
  ],
};

const section: Section = {
  kind: 'guide',
  file: 'open.yaml',
  guide: {
    title: 'Open one',
    description: 'Push the `<button>`.',
    code_examples: [{ title: 'Push', languages: { curl: 'curl -u a:b http://x', ruby: 'puts "open"' } }],
    response_example: { type: 'application/json', text: '{"open": true}' },
  },
};

describe('a served page', () => {
  const html = renderBody({ site, path: '/docs/a', sections: [section] });

  test('has landmarks and labels', () => {
    expect(html).toContain('<header');
    expect(html).toContain('<aside');
    expect(html).toContain('<main');
    expect(html).toContain('aria-label="On this page"');
    expect(html).toContain('aria-label="Menu"');
    expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  });

  test('links to the previous and next chapter', () => {
    expect(html).toMatch(/Previous Chapter.*Overview.*About Overview/s);
    expect(html).toMatch(/Next Chapter.*Shut.*About Shut/s);
  });

  test('has highlighted code in every language, escaped', () => {
    expect(html).toContain('data-panel="curl"');
    expect(html).toContain('<span class="code-string"');
    expect(html).toContain('&lt;button&gt;');
  });

  test('shows the sandbox notice only on a sandbox', () => {
    expect(html).toContain('<b>Sandbox:</b> the weather here is simulated');
    const on = (sandbox: Sandbox) =>
      renderBody({ site: { ...site, sandbox }, path: '/docs/a', sections: [] });
    expect(on('data')).toContain('<b>Sandbox:</b> the observations here are simulated');
    expect(on('forecasts')).toContain('<b>Sandbox:</b> the forecasts here are simulated');
    expect(on(false)).not.toContain('sandbox');
  });

  test('has no session state', () => {
    expect(html).not.toContain('Welcome');
    expect(html).toContain('data-loading="true"');
  });
});

test('the landing page has its button and its picture', () => {
  const html = renderBody({ site, path: '/', sections: [], picture: '<svg id="wind"></svg>' });
  expect(html).toMatch(/<a [^>]*href="\/docs"[^>]*>View API Documentation/);
  expect(html).toContain('<svg id="wind">');
});

test('an unknown path links to the documentation', () => {
  expect(renderBody({ site, path: '/nowhere', sections: [] })).toContain('Page not found');
});

function page(path: string, title: string) {
  return { path, title, description: `About ${title}`, sections: [] };
}

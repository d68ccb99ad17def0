import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import type { GuideStep } from '../../src/content/contract.ts';
import { statusText } from '../../src/content/page-text.ts';
import { unavailable } from '../../src/platform/errors.ts';
import { asApiJson, handleErrors } from '../../src/platform/http/error-handler.ts';
import { sandboxSite as site } from './content-site.ts';

const page = site.pages.find(({ path }) => path === '/docs/errors')!;
const steps = site
  .sectionsOf(page)
  .flatMap((section) => (section.kind === 'guide' ? (section.guide.steps ?? []) : []));
const endpoints = site.pages
  .flatMap((each) => site.sectionsOf(each))
  .flatMap((section) => (section.kind === 'endpoint' ? [section.endpoint] : []));

test('every status is listed once, in order, with its label', () => {
  expect(steps.map(({ status }) => status)).toEqual([
    200, 201, 204, 304, 400, 401, 403, 404, 405, 429, 500, 502, 503,
  ]);
  for (const { status, title } of steps) expect(title).toBe(`${status} ${statusText(status!)}`);
});

test('what the documented API does not send is marked, and nothing else', () => {
  const marked = steps.filter(({ badge }) => badge === 'portal calls').map(({ status }) => status);
  expect(marked).toEqual([201, 204, 401]);
});

test('each says what to do', () => {
  for (const { description } of steps) expect(description).toContain('**What to do:**');
});

test('an endpoint repeats none of what every endpoint answers with', () => {
  const common = steps.filter((step) => step.every_endpoint).map(({ status }) => status);
  expect(common).toEqual([400, 403, 405, 429, 500, 503]);
  const meanings = endpoints.flatMap(({ errors }) => errors.map(({ meaning }) => meaning));
  expect(new Set(endpoints.flatMap(({ errors }) => errors.map(({ status }) => status)))).toEqual(
    new Set([400, 404, 429]),
  );
  expect(meanings.filter((meaning) => /credentials/.test(meaning))).toEqual([]);
});

describe('the body shown', () => {
  test.each([
    [500, new Error('a bug')],
    [503, unavailable()],
  ])('of %i is the one that is sent', async (status, error) => {
    const app = Fastify();
    handleErrors(app, asApiJson);
    app.get('/', () => {
      throw error;
    });
    const answer = await app.inject('/');
    expect(answer.statusCode).toBe(status);
    expect(JSON.parse(bodyOf(steps.find((step) => step.status === status)!))).toEqual(answer.json());
  });
});

const bodyOf = ({ code_examples = [] }: GuideStep) => code_examples[0]!.text!;

import type { Card, GuideStep, Section } from '../contract.ts';
import { pictureSentence } from './markdown-picture.ts';
import {
  blocks,
  codeExamples,
  heading,
  parameterTable,
  prose,
  proseLine,
  responseExample,
  table,
} from './markdown-text.ts';

type GuideSection = Extract<Section, { kind: 'guide' }>;

export function guideMarkdown({ guide, drawn }: GuideSection, at: string): string {
  return blocks(
    prose(guide.description, at),
    pictureSentence('Picture', guide.drawn_as, drawn),
    guide.table && table(guide.table, at),
    guide.parameters && parameterTable(guide.parameters, at),
    codeExamples(guide.code_examples),
    responseExample(guide.response_example),
    guide.steps && stepsMarkdown(guide.steps, at, { level: 3, numbered: guide.numbered ?? false }),
    guide.links?.map((card) => cardMarkdown(card, at)).join('\n'),
  );
}

export function stepsMarkdown(
  steps: GuideStep[],
  at: string,
  { level, numbered }: { level: number; numbered: boolean },
): string {
  const titleOf = ({ title, badge }: GuideStep, index: number) =>
    (numbered ? `${index + 1}. ` : '') + title + (badge ? ` (${badge})` : '');
  return blocks(
    ...steps.map((step, index) => blocks(heading(level, titleOf(step, index)), stepMarkdown(step, at))),
  );
}

export function stepMarkdown(step: GuideStep, at: string): string {
  return blocks(
    step.date,
    prose(step.description, at),
    codeExamples(step.code_examples),
    responseExample(step.response_example),
    step.table && table(step.table, at),
  );
}

const cardMarkdown = ({ title, href, description }: Card, at: string) =>
  `- [${title}](${new URL(href, at).href}): ${proseLine(description, at)}`;

import { afterEach, describe, expect, test, vi } from 'vitest';
import { createNavigation } from './navigation.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the navigation helper', () => {
  test('goes to a page of the app without a new document', () => {
    const { navigation, shown, assigned } = setUp({ canShow: true });
    expect(navigation.goTo('/docs/mcp#overview')).toBe(true);
    expect(shown).toEqual(['/docs/mcp#overview']);
    expect(assigned).toEqual([]);
  });

  test("loads a new document for pages that the app can't render", () => {
    const { navigation, assigned } = setUp({ canShow: false });
    navigation.goTo('/users/password/edit');
    expect(assigned).toEqual(['/users/password/edit']);
  });

  test.each(['/api_experience/docs/mcp', '/api-experience/docs/mcp'])('%s is /docs/mcp', (path) => {
    const { navigation, shown } = setUp({ canShow: true });
    navigation.goTo(path);
    expect(shown).toEqual(['/docs/mcp']);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '%2f%2fevil.example',
    '/api_experience//evil.example',
    '/api-experience/\\evil.example',
    'evil.example',
    '',
  ])('never leaves the site for %j', (path) => {
    const { navigation, shown, assigned, replaced } = setUp({ canShow: false });
    expect(navigation.goTo(path)).toBe(false);
    expect(navigation.replace(path)).toBe(false);
    expect([shown, assigned, replaced]).toEqual([[], [], []]);
  });

  test('opens an external link in a new tab without opener or referrer', () => {
    const { navigation, opened } = setUp({});
    expect(navigation.openExternal('https://example.org/a')).toBe(true);
    expect(navigation.openExternal('javascript:alert(1)')).toBe(false);
    expect(opened).toEqual([['https://example.org/a', '_blank', 'noopener,noreferrer']]);
  });

  test('scrolls to an anchor that exists', () => {
    const { navigation, scrolled } = setUp({ anchors: ['errors'] });
    expect(navigation.scrollToAnchor('#errors')).toBe(true);
    expect(navigation.scrollToAnchor('nothing')).toBe(false);
    expect(scrolled).toEqual(['errors']);
  });

  test('replaces the entry of the history, and goes back and forward', () => {
    const { navigation, replaced, moves } = setUp({});
    navigation.replace('/docs?tab=raw');
    navigation.back();
    navigation.forward();
    expect(replaced).toEqual(['/docs?tab=raw']);
    expect(moves).toEqual(['back', 'forward']);
  });

  test('tests whether the current path equals or starts with another', () => {
    const { navigation } = setUp({ pathname: '/api-experience/docs/mcp/' });
    expect(navigation.isAt('/docs/mcp')).toBe(true);
    expect(navigation.isAt('/docs')).toBe(false);
    expect(navigation.isUnder('/docs')).toBe(true);
    expect(navigation.isUnder('/docs/mc')).toBe(false);
    expect(navigation.isUnder('/')).toBe(true);
  });
});

function setUp({ canShow = true, pathname = '/docs', anchors = [] as string[] }) {
  const seen = {
    shown: [] as string[],
    assigned: [] as string[],
    replaced: [] as string[],
    opened: [] as string[][],
    scrolled: [] as string[],
    moves: [] as string[],
  };
  const browser = {
    location: { origin: 'http://localhost:3000', pathname, assign: (to: string) => seen.assigned.push(to) },
    history: {
      state: null,
      pushState() {},
      replaceState: (_state: unknown, _title: string, to: string) => seen.replaced.push(to),
      back: () => seen.moves.push('back'),
      forward: () => seen.moves.push('forward'),
    },
    document: {
      getElementById: (id: string) =>
        anchors.includes(id) ? { scrollIntoView: () => seen.scrolled.push(id) } : null,
    },
    open: (...call: string[]) => seen.opened.push(call),
  };
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
  const show = (address: string) => {
    if (canShow) seen.shown.push(address);
    return canShow;
  };
  return { navigation: createNavigation(show), ...seen };
}

import type { CallToolResult, Implementation } from '@modelcontextprotocol/server';
import packageFile from '../../package.json' with { type: 'json' };
import { iconsOf } from '../content/agents/icon.ts';
import type { RefusalLog } from '../gateway/refusal-log.ts';
import type { Verifier } from '../gateway/verifier.ts';
import { pages } from '../urls.ts';
import { callTool } from './call-tool.ts';
import type { Caller } from './caller.ts';
import { type CatalogueEntry, mayCall } from './catalogue.ts';
import type { FreeCalls } from './free-calls.ts';
import { instructionsFor, roleSentence } from './instructions.ts';
import type { World } from './toolkit/tool.ts';

interface ServiceOptions {
  catalogue: CatalogueEntry[];
  verifier: Verifier;
  freeCalls: FreeCalls;
  refusals: RefusalLog;
  world: World;
}

/** What keys of one role see. */
interface RoleView {
  reachable: CatalogueEntry[];
  instructions: string;
  /** The list of tools in bytes: it is long, and the same for everyone of the role. */
  toolsJson: Buffer;
}

/** What both ways of asking have in common: who sees which tools, and what becomes of a call. */
export class ToolService {
  /** How a client knows this server. */
  readonly info: Implementation;
  readonly #options: ServiceOptions;
  readonly #views = new Map<string, RoleView>();
  /** By the list that a cached key has: most calls are of keys that have called before. */
  readonly #viewOf = new WeakMap<string[], RoleView>();

  constructor(options: ServiceOptions) {
    const { site } = options.world;
    const { name } = site.summary.provider;
    this.#options = options;
    this.info = {
      name: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      title: name,
      version: packageFile.version,
      websiteUrl: site.url + pages.mcp,
      icons: iconsOf(site),
    };
  }

  get world(): World {
    return this.#options.world;
  }

  viewFor(roles: string[]): RoleView {
    const known = this.#viewOf.get(roles);
    if (known) return known;
    const view = this.#findView(roles);
    this.#viewOf.set(roles, view);
    return view;
  }

  #findView(roles: string[]): RoleView {
    const { catalogue, world } = this.#options;
    const reachable = catalogue.filter(({ tool }) => mayCall(tool, roles, world.mayReach));
    // By what they reach, so that there are never more of them than kinds of access.
    const key = reachable.map(({ tool }) => tool.name).join(' ');
    const known = this.#views.get(key);
    if (known) return known;
    const view = {
      reachable,
      instructions: instructionsFor(world.site, catalogue, reachable),
      toolsJson: Buffer.from(JSON.stringify(reachable.map(({ listed }) => listed))),
    };
    this.#views.set(key, view);
    return view;
  }

  find(name: string): CatalogueEntry | undefined {
    return this.#options.catalogue.find(({ tool }) => tool.name === name);
  }

  /** For what is no tool and costs no quota. Throws 429. */
  takeFree({ key }: Caller): Promise<void> {
    return this.#options.freeCalls.take(key.personId);
  }

  call(
    entry: CatalogueEntry,
    given: Record<string, unknown> | undefined,
    caller: Caller,
  ): Promise<CallToolResult> {
    const { verifier, freeCalls, refusals, world } = this.#options;
    const { reachable } = this.viewFor(caller.key.roles);
    const { tool } = entry;
    return callTool({
      tool,
      given,
      caller,
      verifier,
      freeCalls,
      refusals,
      world,
      explainRefusal: () =>
        reachable.includes(entry)
          ? '403 Not authorized: this key no longer works.'
          : `403 Not authorized: ${tool.name} needs an all-access key. ${roleSentence(world.site, reachable)}`,
    });
  }
}

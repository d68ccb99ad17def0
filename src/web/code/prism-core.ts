import './prism-manual.ts';
import Prism from 'prismjs/components/prism-core.js';

/** Prism's grammars add themselves to a global of that name. Import this before them. */
Object.assign(globalThis, { Prism });

export default Prism;

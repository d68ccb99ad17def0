/** Prism reads this when it starts: it must not walk the page by itself. Import it before Prism. */
Object.assign(globalThis, { Prism: { manual: true, disableWorkerMessageHandler: true } });

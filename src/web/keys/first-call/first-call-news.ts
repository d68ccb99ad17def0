import { createStore } from '../../ui/store.ts';

/** A first call is made in a dialog, this page's own or the sign-up wizard; the counts stand on the page beneath. */
const callsMade = createStore(0);

export const tellOfFirstCall = () => callsMade.set(callsMade.get() + 1);

export const onFirstCall = callsMade.subscribe;

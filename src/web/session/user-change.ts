import { createStore } from '../ui/store.ts';

/** The person who was signed in is no longer, in this tab or in another one: what was theirs is to be forgotten. */
const changes = createStore(0);

export const notifyUserChanged = () => changes.set(changes.get() + 1);

export const onUserChanged = changes.subscribe;

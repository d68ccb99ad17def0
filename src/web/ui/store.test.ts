import { expect, test } from 'vitest';
import { createStore } from './store.ts';

test('subscribers are notified until they unsubscribe', () => {
  const store = createStore('dew');
  const heard: string[] = [];
  const stop = store.subscribe(() => heard.push(`first ${store.get()}`));
  store.subscribe(() => heard.push(`second ${store.get()}`));
  store.set('fog');
  stop();
  store.set('rain');
  expect(heard).toEqual(['first fog', 'second fog', 'second rain']);
  expect([store.get(), store.initial]).toEqual(['rain', 'dew']);
});

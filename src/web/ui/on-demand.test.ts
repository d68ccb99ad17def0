import { expect, test } from 'vitest';
import { onDemand } from './on-demand.ts';

function counted(answers: (string | Error)[]) {
  let asked = 0;
  const source = onDemand(async () => {
    const answer = answers[asked++];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return { ...source, asked: () => asked };
}

test('parallel loads share one request, and the value is stored', async () => {
  const { load, loaded, asked } = counted(['fog', 'rain']);
  expect(loaded.get()).toBeUndefined();
  expect(await Promise.all([load(), load()])).toEqual(['fog', 'fog']);
  expect(await load()).toBe('fog');
  expect([loaded.get(), asked()]).toEqual(['fog', 1]);
});

test('all waiting callers get the failure, and the next one loads again', async () => {
  const { load, loaded, asked } = counted([new Error('storm'), 'fog']);
  const waiting = [load(), load()];
  for (const each of waiting) await expect(each).rejects.toThrow('storm');
  expect(loaded.get()).toBeUndefined();
  expect(await load()).toBe('fog');
  expect(asked()).toBe(2);
});

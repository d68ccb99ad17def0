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

test('what many ask for is brought once, and is there for whoever looks', async () => {
  const { load, arrived, asked } = counted(['fog', 'rain']);
  expect(arrived.get()).toBeUndefined();
  expect(await Promise.all([load(), load()])).toEqual(['fog', 'fog']);
  expect(await load()).toBe('fog');
  expect([arrived.get(), asked()]).toEqual(['fog', 1]);
});

test('a failure is told to everyone who waited, and forgotten', async () => {
  const { load, arrived, asked } = counted([new Error('storm'), 'fog']);
  const waiting = [load(), load()];
  for (const each of waiting) await expect(each).rejects.toThrow('storm');
  expect(arrived.get()).toBeUndefined();
  expect(await load()).toBe('fog');
  expect(asked()).toBe(2);
});

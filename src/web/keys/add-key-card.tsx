import { Plus } from 'lucide';
import type { KeySummary } from '../../content/contract.ts';
import { maxKeysPerPerson } from '../../keys/contract.ts';
import { useSite } from '../router/router-context.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

export function AddKeyCard({ count, onAdd }: { count: number; onAdd: () => void }) {
  const { keys } = useSite();
  const isFull = count >= maxKeysPerPerson;
  return (
    <section className="add-key">
      <div>
        <h3>{count === 0 ? 'Create your first key' : isFull ? 'All keys used' : 'Another key?'}</h3>
        <p>{advice(count, isFull, keys)}</p>
      </div>
      {!isFull && (
        <Button variant={count === 0 ? 'primary' : 'secondary'} onClick={onAdd}>
          <Icon of={Plus} size={17} />
          Add Key
        </Button>
      )}
    </section>
  );
}

function advice(count: number, isFull: boolean, { freeWords }: KeySummary): string {
  if (count === 0) return `A free key opens ${freeWords}. It takes a name and a click.`;
  if (isFull) return 'Delete a key you no longer need to make room for a new one.';
  return 'One key for each project or machine makes it easy to retire just one.';
}

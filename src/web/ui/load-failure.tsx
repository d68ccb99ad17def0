import { Button } from './button.tsx';

export const LoadFailure = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div className="load-failure" role="alert">
    <p>{message}</p>
    <Button variant="secondary" onClick={onRetry}>
      Try again
    </Button>
  </div>
);

import { Button } from '../ui/button.tsx';

interface LoadFailureProps {
  title: string;
  message: string;
  onRetry: () => void;
}

export function LoadFailure({ title, message, onRetry }: LoadFailureProps) {
  return (
    <div className="docs-page">
      <h1 tabIndex={-1}>{title}</h1>
      <div className="load-failure" role="alert">
        <p>{message}</p>
        <Button variant="secondary" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}

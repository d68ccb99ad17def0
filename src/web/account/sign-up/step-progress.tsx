const stepCount = 5;

export function StepProgress({ step }: { step: number }) {
  return (
    <div className="grid gap-2">
      <p className="text-small leading-4 font-medium text-muted">
        Step {step} of {stepCount}
      </p>
      <div className="grid grid-cols-5 gap-1.5" aria-hidden="true">
        {Array.from({ length: stepCount }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position
            key={index}
            className={`h-1 rounded-full ${index < step ? 'bg-accent-solid' : 'bg-line-strong'}`}
          />
        ))}
      </div>
    </div>
  );
}

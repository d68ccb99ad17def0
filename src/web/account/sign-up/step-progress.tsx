const stepCount = 5;

export function StepProgress({ step }: { step: number }) {
  return (
    <div className="step-progress">
      <p className="step-progress-words">
        Step {step} of {stepCount}
      </p>
      <div className="step-progress-bars" aria-hidden="true">
        {Array.from({ length: stepCount }, (_, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its position
            key={index}
            className={index < step ? 'step-progress-bar step-progress-bar-done' : 'step-progress-bar'}
          />
        ))}
      </div>
    </div>
  );
}

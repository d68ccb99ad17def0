interface PageSkeletonProps {
  title: string;
  description?: string;
}

/** Has the shape of what is coming; says so only when the wait is worth a word. */
export function PageSkeleton({ title, description }: PageSkeletonProps) {
  return (
    <div className="docs-page" aria-busy="true">
      <h1 tabIndex={-1}>{title}</h1>
      {description && <p className="docs-lede">{description}</p>}
      <div className="page-skeleton">
        <p role="status">Loading...</p>
        <div className="skeleton" style={{ width: '38%', height: 28 }} />
        <div className="skeleton" style={{ width: '96%', height: 16 }} />
        <div className="skeleton" style={{ width: '88%', height: 16 }} />
        <div className="skeleton" style={{ width: '62%', height: 16 }} />
        <div className="skeleton" style={{ height: 280 }} />
      </div>
    </div>
  );
}

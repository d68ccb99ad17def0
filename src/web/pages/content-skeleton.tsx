/** Has the shape of what is coming; CSS keeps it back until the wait is worth a word. */
export function ContentSkeleton() {
  return (
    <div className="page-skeleton">
      <p role="status">Loading...</p>
      <div className="skeleton" style={{ width: '38%', height: 28 }} />
      <div className="skeleton" style={{ width: '96%', height: 16 }} />
      <div className="skeleton" style={{ width: '88%', height: 16 }} />
      <div className="skeleton" style={{ width: '62%', height: 16 }} />
      <div className="skeleton" style={{ height: 280 }} />
    </div>
  );
}

import { type ReactNode, useEffect, useRef } from 'react';

interface TwoColumnsProps {
  children?: ReactNode;
  /** The code, response or picture that the text is about. */
  code: ReactNode;
  /** This text follows the code in one column, and the first text in two columns. */
  more?: ReactNode;
  /** A live response stays in view next to its form, and scrolls by itself. */
  isLive?: boolean;
}

/** Text with code next to it where there is room. The code stays visible while the text scrolls. */
export const TwoColumns = ({ children, code, more, isLive = false }: TwoColumnsProps) =>
  code ? (
    <div className="columns">
      {children && <div className="columns-text">{children}</div>}
      <CodeColumn isLive={isLive}>{code}</CodeColumn>
      {more && <div className="columns-text">{more}</div>}
    </div>
  ) : (
    <>
      {children}
      {more}
    </>
  );

/**
 * CSS needs the height of the column: one that is taller than the window first scrolls to its end and then stays, so
 * that neither the window nor the next section cuts it off.
 */
function CodeColumn({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = column.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      element.style.setProperty('--column-height', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={column} className="columns-code" data-live={isLive || undefined}>
      {children}
    </div>
  );
}

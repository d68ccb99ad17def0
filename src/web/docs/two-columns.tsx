import type { ReactNode } from 'react';

interface BesideProps {
  /** The words that come first. */
  children?: ReactNode;
  /** What they are about: code, an answer, a picture. */
  code: ReactNode;
  /** The words that follow it where there is one column, and the other words where there are two. */
  more?: ReactNode;
}

/** Words, and where there is room beside them what they are about: it stays in sight while they are read. */
export function Beside({ children, code, more }: BesideProps) {
  if (!code) {
    return (
      <>
        {children}
        {more}
      </>
    );
  }
  return (
    <div className="beside">
      {children && <div className="beside-words">{children}</div>}
      <div className="beside-code">{code}</div>
      {more && <div className="beside-words">{more}</div>}
    </div>
  );
}

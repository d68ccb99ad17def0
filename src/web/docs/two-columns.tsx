import type { ReactNode } from 'react';

interface BesideProps {
  children?: ReactNode;
  /** The code, response or picture that the text is about. */
  code: ReactNode;
  /** This text follows the code in one column, and the first text in two columns. */
  more?: ReactNode;
}

/** Text with code next to it where there is room. The code stays visible while the text scrolls. */
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

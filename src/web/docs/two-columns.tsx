import type { ReactNode } from 'react';

interface TwoColumnsProps {
  children?: ReactNode;
  /** The code, response or picture that the text is about. */
  code: ReactNode;
  /** This text follows the code in one column, and the first text in two columns. */
  more?: ReactNode;
}

/** Text with code next to it where there is room. The code stays visible while the text scrolls. */
export const TwoColumns = ({ children, code, more }: TwoColumnsProps) =>
  code ? (
    <div className="columns">
      {children && <div className="columns-text">{children}</div>}
      <div className="columns-code">{code}</div>
      {more && <div className="columns-text">{more}</div>}
    </div>
  ) : (
    <>
      {children}
      {more}
    </>
  );

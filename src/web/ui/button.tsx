import type { ButtonHTMLAttributes, ReactNode } from 'react';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: 'medium' | 'small';
  /** The button keeps its text, size and focus. The click handler must ignore further clicks. */
  loading?: boolean;
  children: ReactNode;
}

export function Button({
  variant = 'primary',
  size = 'medium',
  loading = false,
  className = '',
  'aria-disabled': isDisabled = false,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={loading || isDisabled || undefined}
      aria-busy={loading || undefined}
      className={`${buttonClass(variant, size)} ${className}`}
    >
      {loading && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

export const buttonClass = (variant: ButtonVariant, size: 'medium' | 'small' = 'medium'): string =>
  `button button-${variant}${size === 'small' ? ' button-small' : ''}`;

/** Looks like a link, for an action that opens no page. */
export const LinkButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" className="link" {...props} />
);

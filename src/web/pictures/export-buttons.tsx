import { useRef } from 'react';
import { useErrorToast } from '../ui/error-toast.ts';
import { type ExportFormat, type ExportOptions, exportPicture } from './export-picture.ts';

const formats: ExportFormat[] = ['SVG', 'PNG', 'CSV'];

interface ExportButtonsProps extends Omit<ExportOptions, 'figure'> {
  /** The name of the picture. */
  name: string;
  /** A selector of the figure; by default it is the element before the buttons. */
  of?: string;
}

/** These buttons save a figure. They need scripts, so the server doesn't render them. */
export function ExportButtons({ name, of, ...options }: ExportButtonsProps) {
  const buttons = useRef<HTMLDivElement>(null);
  const errorToast = useErrorToast();
  const save = async (format: ExportFormat) => {
    errorToast.clear();
    try {
      const figure = of ? document.querySelector(of) : (buttons.current?.previousElementSibling ?? null);
      await exportPicture(format, { figure, ...options });
    } catch {
      errorToast.show({ message: 'The picture could not be saved. Check your connection and try again.' });
    }
  };
  return (
    <div className="picture-export" ref={buttons}>
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          aria-label={`Save ${name} as ${format}`}
          onClick={() => save(format)}
        >
          {format}
        </button>
      ))}
    </div>
  );
}

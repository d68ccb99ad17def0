import type { RefObject } from 'react';
import type { DrawnAs } from '../../content/contract.ts';
import { toast } from '../ui/toast.tsx';
import type { ExportFormat } from './export-picture.ts';

interface ExportButtonsProps {
  figure: RefObject<HTMLElement | null>;
  file: string;
  drawnAs: DrawnAs;
}

const formats: ExportFormat[] = ['SVG', 'PNG', 'CSV'];

/** Needs scripts, so it appears with them. */
export function ExportButtons({ figure, file, drawnAs }: ExportButtonsProps) {
  const save = async (format: ExportFormat) => {
    try {
      const { exportPicture } = await import('./export-picture.ts');
      await exportPicture(format, { figure: figure.current, file, drawnAs });
    } catch {
      toast.error('The picture could not be saved. Check your connection and try again.');
    }
  };
  return (
    <div className="picture-export">
      {formats.map((format) => (
        <button
          key={format}
          type="button"
          aria-label={`Save ${drawnAs.name} as ${format}`}
          onClick={() => save(format)}
        >
          {format}
        </button>
      ))}
    </div>
  );
}

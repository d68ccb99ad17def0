import { useRef } from 'react';
import type { PictureTable } from '../../pictures/table.ts';
import { onDemand } from '../ui/on-demand.ts';
import { toast } from '../ui/toast.tsx';
import type { ExportFormat } from './export-picture.ts';

const exportCode = onDemand(() => import('./export-picture.ts'));
const formats: ExportFormat[] = ['SVG', 'PNG', 'CSV'];

interface ExportButtonsProps {
  /** The picture's name. */
  name: string;
  /** Without its ending. */
  fileName: string;
  /** All the numbers of the picture. */
  readTable: () => Promise<PictureTable>;
  /** Weather of the sandbox, which the file then says. */
  isSynthetic: boolean;
}

/** Save the figure that stands before them. They need scripts, so they appear with them. */
export function ExportButtons({ name, ...options }: ExportButtonsProps) {
  const buttons = useRef<HTMLDivElement>(null);
  const save = async (format: ExportFormat) => {
    try {
      const { exportPicture } = await exportCode.load();
      const figure = buttons.current?.previousElementSibling ?? null;
      await exportPicture(format, { figure, ...options });
    } catch {
      toast.error('The picture could not be saved. Check your connection and try again.');
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

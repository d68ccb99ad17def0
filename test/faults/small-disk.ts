import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk of a few megabytes that a test can fill, and empty again. */
export interface SmallDisk {
  folder: string;
  fill(): void;
  empty(): void;
  unmount(): void;
}

export function mayMountDisks(): boolean {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== undefined;
}

/** Undefined where this user may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'portal-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder];
  if (spawnSync('mount', options).status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => writeUntilFull(filler),
    empty: () => rmSync(filler, { force: true }),
    unmount: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** First in large pieces, then to the last byte. */
function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 2)) {
    const piece = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}

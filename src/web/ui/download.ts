export function downloadFile(fileName: string, content: string | ArrayBuffer): void {
  const type = typeof content === 'string' ? 'text/plain' : 'application/octet-stream';
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

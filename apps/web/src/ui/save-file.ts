/** Gives the person a picture to keep; nothing leaves the page. */
export function savePicture(name: string, svg: string): void {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName(name)}.svg`;
  link.click();
  URL.revokeObjectURL(address);
}

/** A name comes from a file or a cluster: of it what every system takes in a file's name. */
function fileName(name: string): string {
  return (
    name
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[-.]+/, '')
      .slice(0, 80) || 'gcscope'
  );
}

/** Gives the person a file to keep; nothing leaves the page. */
export function saveFile(name: string, ending: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName(name)}.${ending}`;
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

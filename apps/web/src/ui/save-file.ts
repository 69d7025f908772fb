/** Gives the person a file to keep; nothing leaves the page. */
export function saveFile(name: string, ending: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = `${fileName(name)}.${ending}`;
  link.click();
  URL.revokeObjectURL(address);
}

/** The part of a name that every system takes in a file's name: it comes from a file or a cluster. */
function fileName(name: string): string {
  return (
    name
      .replaceAll(/[^\w.-]+/g, '-')
      .replace(/^[-.]+/, '')
      .slice(0, 80) || 'gcscope'
  );
}

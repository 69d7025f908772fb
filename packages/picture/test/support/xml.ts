const TOKEN =
  /<(?<close>\/?)(?<name>[a-zA-Z]+)(?:\s[a-zA-Z0-9-]+="[^"<]*")*(?<empty>\/?)>|(?:[^<&]|&(?:amp|lt|gt|quot|#39|#8230);)+/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/** Whether the document is well-formed in the small part of XML that the SVG writer uses. */
export function wellFormed(xml: string): boolean {
  if (FORBIDDEN.test(xml)) return false;
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const token = TOKEN.exec(xml);
    if (!token) return false;
    const { name, close, empty } = token.groups ?? {};
    if (close === '/' && open.pop() !== name) return false;
    if (close === '' && empty === '') open.push(name ?? '');
    if (name === undefined && open.length === 0) return false;
  }
  return open.length === 0;
}

/** The texts of the document outside its style sheet, unescaped, in order. */
export function textsOf(xml: string): string[] {
  return [...xml.replace(/<style>.*?<\/style>/s, '').matchAll(/>([^<]+)</g)].map(([, text]) =>
    (text ?? '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&#8230;', '…')
      .replaceAll('&amp;', '&'),
  );
}

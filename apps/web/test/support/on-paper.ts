/** Shows the page as on paper, until the returned function is called. */
export function onPaper(): () => void {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule)
    .map(({ media }) => ({ media, before: media.mediaText }))
    .filter(({ before }) => /\b(print|screen)\b/.test(before));
  if (rules.length === 0) throw new Error('No style is for paper.');
  for (const { media, before } of rules) media.mediaText = before === 'print' ? 'all' : 'not all';
  return () => {
    for (const { media, before } of rules) media.mediaText = before;
  };
}

/** Shows the page as on paper, until the returned function is called. */
export function onPaper(): () => void {
  const rules = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule): rule is CSSMediaRule => rule instanceof CSSMediaRule)
    .filter(({ media }) => media.mediaText === 'print');
  if (rules.length === 0) throw new Error('No style is for paper.');
  for (const { media } of rules) media.mediaText = 'all';
  return () => {
    for (const { media } of rules) media.mediaText = 'print';
  };
}

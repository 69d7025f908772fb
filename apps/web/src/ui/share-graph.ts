import { RELOAD } from './lazy-page.tsx';
import type { ShareItem, TakeText } from './ShareMenu.tsx';
import type { GraphLook, ViewToSave } from './save-view.ts';

/** The forms in which a view of a graph is saved or copied. */
export function shareGraph(toSave: () => ViewToSave, look: GraphLook): readonly ShareItem[] {
  type Forms = typeof import('./save-view.ts');
  // Loaded on demand.
  const withForms = (note: TakeText, use: (forms: Forms) => unknown): void =>
    void import('./save-view.ts').then(use, () => note(`Nothing was saved. ${RELOAD}`));
  return [
    {
      words: 'Save as SVG',
      hint: 'you can open it here again',
      run: (_, note) => withForms(note, ({ saveSvg }) => saveSvg(toSave(), look)),
    },
    {
      words: 'Save as PNG',
      run: (_, note) =>
        withForms(note, async ({ savePng }) => {
          const fault = await savePng(toSave(), look.theme);
          if (fault !== undefined) note(fault);
        }),
    },
    {
      words: 'Save as JSON',
      run: (_, note) => withForms(note, ({ saveJson }) => saveJson(toSave())),
    },
    {
      words: 'Copy as Mermaid',
      run: (copy, note) =>
        withForms(note, ({ mermaidOf }) => {
          const written = mermaidOf(toSave());
          if ('fault' in written) note(written.fault);
          else copy(written.text);
        }),
    },
  ];
}

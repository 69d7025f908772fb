import { formatCount, visibleText } from '@gcscope/gc-core/wire';
import { Filter } from 'lucide-react';
import type { ReactNode } from 'react';
import { ListBoxItem } from 'react-aria-components';
import { CutWord } from '../../ui/CutWord.tsx';
import { Ago, KindGlyph, StateLabel, StateLabels } from '../../ui/Marks.tsx';
import type { Row } from './rows.ts';

/** A line of the palette. */
export function PaletteRow({ row }: { readonly row: Row }): ReactNode {
  switch (row.type) {
    case 'object': {
      const { kind, namespace, name, apiVersion } = row.object;
      return (
        <ListBoxItem id={row.id} textValue={name} className="option palette-row">
          <KindGlyph apiVersion={apiVersion} kind={kind} />
          <span className="cut palette-name">{visibleText(name)}</span>
          <span className="palette-states">
            {row.record ? <StateLabels record={row.record} /> : <StateLabel state="gone" />}
            {row.goneAt !== undefined && (
              <span className="soft">
                <Ago since={row.goneAt} />
              </span>
            )}
          </span>
          <span className="soft palette-hint palette-place">
            {kind}
            {namespace !== '' && (
              <>
                <span>&nbsp;·&nbsp;</span>
                <CutWord word={visibleText(namespace)} />
              </>
            )}
          </span>
        </ListBoxItem>
      );
    }
    case 'entry': {
      const { title, hint, Icon } = row.entry;
      return (
        <ListBoxItem id={row.id} textValue={title} className="option palette-row">
          <Icon size={16} className="soft palette-sign" aria-hidden />
          <span className="cut palette-name">{title}</span>
          {hint !== undefined && <span className="soft cut palette-hint">{hint}</span>}
        </ListBoxItem>
      );
    }
    case 'filter':
      return (
        <ListBoxItem id={row.id} textValue={row.title} className="option palette-row">
          <Filter size={16} className="soft palette-sign" aria-hidden />
          <span className="cut palette-name">{row.title}</span>
          {row.count !== undefined && (
            <span className="soft palette-count">{formatCount(row.count)}</span>
          )}
        </ListBoxItem>
      );
    case 'word':
      return (
        <ListBoxItem id={row.id} textValue={row.word} className="option palette-row">
          <code className="palette-word">{row.word}:</code>
          <span className="soft cut palette-name">{row.does}</span>
        </ListBoxItem>
      );
    default:
      return row satisfies never;
  }
}

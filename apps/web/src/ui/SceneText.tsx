import { Fragment, type ReactNode } from 'react';
import { RuleLink } from './RuleLink.tsx';

/** The Markdown of scenes: paragraphs, strong and other emphasis, code. Rule ids in the paragraph “Rules:” are links. */
export function SceneText({ text }: { readonly text: string }): ReactNode {
  const paragraphs = text.trim().split(/\n{2,}/);
  return paragraphs.map((paragraph, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name than their place.
    <p key={at}>
      {(paragraph.startsWith('Rules: ') ? ruled : inline)(paragraph.replaceAll('\n', ' '))}
    </p>
  ));
}

function ruled(text: string): ReactNode {
  return text.split(/([A-Z]{1,3}-[A-Z]?\d+(?:\.\d+)?[a-z]?)/).map((part, at) => {
    const key = `${at} ${part}`;
    // Every other part is an id.
    return at % 2 === 1 ? (
      <RuleLink key={key} rule={part} />
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}

function inline(text: string): ReactNode {
  return text.split(/(`[^`]+`|\*\*[^*\s][^*]*\*\*|\*[^*\s][^*]*\*)/).map((part, at) => {
    const key = `${at} ${part}`;
    if (part.startsWith('`') && part.length > 2) {
      return (
        <code key={key} className="name">
          {part.slice(1, -1)}
        </code>
      );
    }
    if (part.startsWith('**') && part.length > 4)
      return <strong key={key}>{part.slice(2, -2)}</strong>;
    if (part.startsWith('*') && part.length > 2) return <em key={key}>{part.slice(1, -1)}</em>;
    return <Fragment key={key}>{part}</Fragment>;
  });
}

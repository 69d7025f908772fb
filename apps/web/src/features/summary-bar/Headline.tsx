import './headline.css';
import { type CollectorDelay, causesOf, type TerminatingReport } from '@gcscope/gc-core/wire';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { ViewLink, type ViewLinkProps } from '../../address/navigation.tsx';
import { terminatingQuery } from '../../data/api.ts';
import { NO_FILTER } from '../../data/selection.ts';
import { isUnread, useConnection, useLiveCounts } from '../../data/use-graph.ts';
import { useReport } from '../../data/use-report.ts';
import { OneStop } from '../../ui/OneStop.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { useNarrow } from '../../ui/use-narrow.ts';

/**
 * What is wrong in the cluster, whatever the filter, in sentences that lead to it; what there is none of is left out. On a narrow
 * page the first sentence, and the others at a press.
 */
export function Headline(): ReactNode {
  const { objects } = useLiveCounts();
  const sentences = useSentences();
  const isNarrow = useNarrow();
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  if (objects === 0) return null;
  // What a press shows stands outside of the status: screen readers read a status out when it changes.
  const [news, folded] = isNarrow ? [sentences.slice(0, 1), sentences.slice(1)] : [sentences, []];
  const Sign = isOpen ? ChevronUp : ChevronDown;
  return (
    <div className="headline">
      <OneStop label="What is wrong in the cluster">
        <div className="headline-news" role="status">
          <SentenceLinks sentences={news} />
          {news.length === 0 && 'No object is being deleted, and every owner reference is valid.'}
        </div>
        {(isOpen || isPrinting) && <SentenceLinks sentences={folded} />}
        {folded.length > 0 && (
          <Button
            className="button headline-more"
            data-quiet=""
            aria-label="All problems"
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          >
            All
            <Sign size={14} aria-hidden />
          </Button>
        )}
      </OneStop>
    </div>
  );
}

function SentenceLinks({ sentences }: { readonly sentences: readonly NewsSentence[] }): ReactNode {
  return sentences.map(({ id, words, ...to }) => (
    <ViewLink key={id} {...to} className="text-link">
      {words}
    </ViewLink>
  ));
}

/** A sentence, and where it leads. */
interface NewsSentence extends Pick<ViewLinkProps, 'page' | 'change'> {
  /** Stays while the count in the words changes: the link keeps the focus, and a click on it arrives. */
  readonly id: string;
  readonly words: string;
}

/** The worst first. */
function useSentences(): readonly NewsSentence[] {
  const { states } = useLiveCounts();
  const { health } = useConnection();
  const countOf = (state: Parameters<typeof states.get>[0]): number => states.get(state) ?? 0;
  const deletions = countOf('terminating');
  const { answer } = useReport({ ...terminatingQuery(), enabled: deletions > 0 });
  const [going, wrong] = [countOf('goes'), countOf('wrong')];
  const unread = health?.kinds.filter(isUnread).length ?? 0;
  const { collector } = health ?? {};
  const sentences: (NewsSentence | false | undefined)[] = [
    collector && {
      id: 'delay',
      words: describeDelay(collector),
      page: { page: 'activity' },
      change: { ...NO_FILTER, changes: ['overdue'] },
    },
    deletions > 0 && {
      id: 'deletions',
      words: describeDeletions(deletions, answer),
      page: { page: 'terminating' },
      change: NO_FILTER,
    },
    going > 0 && {
      id: 'goes',
      words: `${counted(going, 'object')} will be deleted by the collector.`,
      change: { ...NO_FILTER, states: ['goes'], camera: undefined },
    },
    wrong > 0 && {
      id: 'wrong',
      words: `${counted(wrong, 'object')} ${wrong === 1 ? 'has' : 'have'} a wrong reference.`,
      page: { page: 'findings' },
      change: NO_FILTER,
    },
    unread > 0 && {
      id: 'unread',
      words: `${counted(unread, 'kind')} cannot be read.`,
      change: { dialog: 'kinds' },
    },
  ];
  return sentences.filter((each) => each !== undefined && each !== false);
}

/** Says since when, not for how long: screen readers read the headline out each time it changes. */
function describeDelay({ state, since, decisions }: CollectorDelay): string {
  const [count, verb] = [counted(decisions, 'decision'), decisions === 1 ? 'is' : 'are'];
  if (state === 'behind') return `${count} of the collector ${verb} overdue.`;
  const time = new Date(since).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  return `The collector seems to be off or stuck: ${count} ${verb} overdue, and it has done nothing since ${time}.`;
}

/** `3 finalizers block 6 deletions.` Until the report arrives, only the number of deletions. */
function describeDeletions(count: number, report: TerminatingReport | undefined): string {
  const blocked = report?.objects.filter(({ state }) => state === 'blocked') ?? [];
  if (blocked.length === 0) {
    return `${counted(count, 'object')} ${count === 1 ? 'is' : 'are'} being deleted.`;
  }
  const causes = causesOf(blocked).filter(({ cause }) => cause.state === 'blocked');
  const word = causes.every(({ cause }) => cause.type === 'finalizer') ? 'finalizer' : 'cause';
  const verb = causes.length === 1 ? 'blocks' : 'block';
  return `${counted(causes.length, word)} ${verb} ${counted(blocked.length, 'deletion')}.`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

import { type CollectorDelay, counted, formatCount } from '@gcscope/gc-core/wire';
import './headline.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { Button } from 'react-aria-components';
import { ViewLink } from '../../address/navigation.tsx';
import { terminatingQuery } from '../../data/api.ts';
import { NO_FILTER } from '../../data/selection.ts';
import { useConnection, useLiveCounts, useUnreadableKinds } from '../../data/use-graph.ts';
import { useReport } from '../../data/use-report.ts';
import { Age } from '../../ui/Marks.tsx';
import { OneStop } from '../../ui/OneStop.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { useWindow } from '../../ui/use-window.ts';
import { fitting, type NewsSentence } from './fitting.ts';
import { newsOfDeletions } from './news-of-deletions.ts';

/**
 * Says what is wrong in the whole cluster, also where a filter hides it: sentences that lead to it, the worst first. It shows the
 * sentences that have room in one line, on a narrow page only the first; a button shows the others.
 */
export function Headline(): ReactNode {
  const { objects } = useLiveCounts();
  const sentences = useSentences();
  const isNarrow = useWindow('narrow');
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  const [room, measure] = useRoom();
  if (objects === 0) return null;
  // The list that a press shows stands outside of the status: screen readers read a status out when it changes.
  const [width, most] = isNarrow ? [room, 1] : [room - FOR_CHANGES, Number.POSITIVE_INFINITY];
  const news = fitting(sentences, width, most, isNarrow ? FOR_ALL : FOR_ALL_PROBLEMS);
  const ids = new Set(news.map(({ id }) => id));
  const folded = sentences.filter(({ id }) => !ids.has(id));
  const Sign = isOpen ? ChevronUp : ChevronDown;
  return (
    <div className="headline" ref={measure}>
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
            aria-expanded={isOpen}
            onPress={() => setOpen(!isOpen)}
          >
            All<span className="hidden-when-narrow"> problems</span>
            <Sign size={14} aria-hidden />
          </Button>
        )}
      </OneStop>
    </div>
  );
}

function SentenceLinks({ sentences }: { readonly sentences: readonly NewsSentence[] }): ReactNode {
  return sentences.map(({ id, forms: [form], isFurther, besideFurther, ...to }) => (
    <ViewLink key={id} {...to} className="text-link">
      {form?.words}
      {form?.since !== undefined && (
        // A screen reader need not read the line out again because time goes by.
        <span aria-live="off">
          {' '}
          for <Age since={form.since} />
        </span>
      )}
      {form?.rest}.
    </ViewLink>
  ));
}

/** Room beside the headline, CSS px: the gap, and more than `lately.css` asks for the latest change. */
const FOR_CHANGES = 24 + 280;
/** CSS px: the button that shows the other sentences, “All” on a narrow page. */
const FOR_ALL = 64;
const FOR_ALL_PROBLEMS = 124;

/** The width of what the headline stands in, CSS px, and the ref of the headline. */
function useRoom(): [room: number, measure: (headline: HTMLElement | null) => void] {
  const [room, setRoom] = useState(0);
  const measure = useCallback((headline: HTMLElement | null) => {
    const line = headline?.parentElement;
    if (!line) return;
    const read = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(line);
      setRoom(line.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    };
    const observer = new ResizeObserver(read);
    observer.observe(line);
    read();
    return () => observer.disconnect();
  }, []);
  return [room, measure];
}

/** The worst first. */
function useSentences(): readonly NewsSentence[] {
  const { states, times } = useLiveCounts();
  const { health } = useConnection();
  const countOf = (state: Parameters<typeof states.get>[0]): number => states.get(state) ?? 0;
  const deletions = countOf('terminating');
  const { answer } = useReport({ ...terminatingQuery(), enabled: deletions > 0 });
  const [going, wrong, unverified] = [countOf('goes'), countOf('wrong'), countOf('not-verified')];
  const unread = useUnreadableKinds();
  const { collector } = health ?? {};
  const news = deletions > 0 ? newsOfDeletions(deletions, answer) : [];
  const sentences: (NewsSentence | false | undefined)[] = [
    collector && {
      id: 'delay',
      forms: [{ words: describeDelay(collector) }],
      page: { page: 'activity' },
      change: { ...NO_FILTER, changes: ['overdue'] },
    },
    ...news.map((each) => ({
      ...each,
      page: { page: 'terminating' } as const,
      change: NO_FILTER,
    })),
    going > 0 && {
      id: 'goes',
      forms: formsOfGoing(going, times.get('restart') ?? 0),
      change: { ...NO_FILTER, states: ['goes'], camera: undefined },
    },
    wrong > 0 && {
      id: 'wrong',
      forms: [
        { words: `${counted(wrong, 'object')} ${wrong === 1 ? 'has' : 'have'} a wrong reference` },
      ],
      page: { page: 'findings' },
      change: NO_FILTER,
    },
    unverified > 0 && {
      id: 'unverified',
      forms: [
        {
          words: `${counted(unverified, 'object')} ${unverified === 1 ? 'is' : 'are'} not verified`,
        },
      ],
      change: { ...NO_FILTER, states: ['not-verified'], camera: undefined },
    },
    unread > 0 && {
      id: 'unread',
      forms: [{ words: `${counted(unread, 'kind')} cannot be read` }],
      change: { dialog: 'kinds' },
    },
  ];
  return sentences.filter((each) => each !== undefined && each !== false);
}

/** Sentences on objects that go, `atRestart` of them only when the collector restarts. */
function formsOfGoing(going: number, atRestart: number): NewsSentence['forms'] {
  const words = `The collector will delete ${counted(going, 'object')}`;
  if (atRestart === 0) return [{ words }];
  if (atRestart === going) return [{ words: `${words} when it restarts` }];
  return [{ words: `${words}, ${formatCount(atRestart)} of them when it restarts` }, { words }];
}

/** Says since when, not for how long: screen readers read the headline out each time it changes. */
function describeDelay({ state, since, decisions }: CollectorDelay): string {
  const [count, verb] = [counted(decisions, 'decision'), decisions === 1 ? 'is' : 'are'];
  if (state === 'behind') return `${count} of the collector ${verb} overdue`;
  const time = new Date(since).toLocaleTimeString('en-GB', { timeStyle: 'short' });
  return `The collector seems to be off or stuck: ${count} ${verb} overdue, and it has done nothing since ${time}`;
}

import './lately.css';
import {
  type ActivityEntry,
  type ActivityType,
  type Millis,
  plainText,
  say,
  visibleText,
} from '@gcscope/gc-core/wire';
import { History } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useMemo, useRef } from 'react';
import { ViewLink } from '../../address/navigation.tsx';
import { activityQuery } from '../../data/api.ts';
import { NO_FILTER } from '../../data/selection.ts';
import { useCounts, useLive } from '../../data/use-graph.ts';
import { useReport } from '../../data/use-report.ts';
import { CutWord } from '../../ui/CutWord.tsx';
import { Ago } from '../../ui/Marks.tsx';
import { OneStop } from '../../ui/OneStop.tsx';
import { type Alike, foldAlike } from './alike.ts';
import { controllersAmong, withoutCronJobs } from './routine.ts';

/** Among so many changes, some are probably not routine. */
const LOOKED_AT = 50;
/** The most changes to show, where there is room. */
const SHOWN = 3;
/** The event in a few words, which are never cut, beside the object's name, where a sentence has no room. */
const BRIEF: Readonly<Record<Exclude<ActivityType, 'kind'>, string>> = {
  created: 'Created',
  deleting: 'Deletion began',
  gone: 'Gone',
  finalizer: 'Finalizer changed',
  reference: 'Owner changed',
  verdict: 'Verdict changed',
  overdue: 'Overdue',
};
/** Every open page sends this request, so it is not sent after each frame. */
const AT_MOST_EVERY: Millis = 5000;

/**
 * The latest changes, the newest first, without the routine of CronJobs: one line of links to the objects, and one to
 * all changes. It shows as many as have room as a whole. If not even the newest has, it shrinks to a word, and then the name is cut. The
 * line is there before its changes, so that nothing below it moves.
 */
export function Lately(): ReactNode {
  const { store } = useLive();
  const isRead = useCounts(store).objects > 0;
  const query = activityQuery({ types: [], namespaces: [], words: '', limit: LOOKED_AT });
  // The objects decide which changes are routine, so wait for them.
  const { answer } = useReport({ ...query, enabled: isRead }, undefined, AT_MOST_EVERY);
  const latest = useMemo(() => {
    const controllers = controllersAmong(answer ? store.records.values() : []);
    if (!answer) return undefined;
    const lines = foldAlike(withoutCronJobs(answer.entries, controllers));
    return lines.flatMap(inStrip).slice(0, SHOWN);
  }, [store, answer]);
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other changes are other elements.
  useLayoutEffect(() => (list.current ? keepWhole(list.current) : undefined), [isRead, latest]);
  if (!isRead) return null;
  return (
    <div className="lately">
      <OneStop label="Latest changes">
        {latest?.length === 0 ? (
          <p className="cut">
            {answer?.entries.length === 0
              ? 'Nothing has changed yet.'
              : 'Only CronJobs have run lately.'}
          </p>
        ) : (
          <ol ref={list}>
            {latest?.map((entry) => (
              <li key={entry.seq}>
                <Change entry={entry} />
              </li>
            ))}
          </ol>
        )}
        <ViewLink page={{ page: 'activity' }} change={NO_FILTER} className="lately-all">
          <History size={13} aria-hidden /> <span className="hidden-when-narrow">All changes</span>
        </ViewLink>
      </OneStop>
    </div>
  );
}

/** Many kinds are one line, which has no room for their names; objects are one line each. */
function inStrip(line: ActivityEntry | Alike): readonly ActivityEntry[] {
  if (!('alike' in line)) return [line];
  const [first] = line.alike;
  if (first.object) return line.alike;
  const can = first.isReadable ? 'can be read now' : 'can no longer be read';
  return [{ ...first, text: say`Many kinds ${can}.` }];
}

/** A change that leads to its object; one without an object to the page of all changes. */
function Change({
  entry: { type, object, text, at },
}: {
  readonly entry: ActivityEntry;
}): ReactNode {
  const said = visibleText(plainText(text).replaceAll('`', ''));
  const name = visibleText(object?.name ?? '');
  const [first = ''] = said.split(/(?<=\.) /);
  // Only the sentence names a kind.
  const brief = type === 'kind' ? first.replace(/:.*/, '.') : BRIEF[type];
  // More room and less get the same words if the brief form is the first sentence.
  const sentence = first === `${brief}.` ? brief : first;
  const title = object ? `${visibleText(object.kind)} ${name}. ${said}` : said;
  return (
    <ViewLink
      page={object ? { page: 'object', uid: object.uid } : { page: 'activity' }}
      change={NO_FILTER}
      title={title}
    >
      {/* Screen readers get the whole text: the visible one is cut, and the name is in two parts. */}
      <span className="hidden-visually">{`${name} ${said}`.trim()}</span>
      {object && (
        <b aria-hidden>
          <CutWord word={name} title={title} />
        </b>
      )}
      <span className="cut lately-said" aria-hidden>
        {sentence}
      </span>
      <span className="lately-brief" aria-hidden>
        {brief}
      </span>
      <Ago since={at} />
    </ViewLink>
  );
}

/**
 * Says in a word what has no room as a sentence, and hides the items of a list that do not fit in its first line, also from keyboards
 * and screen readers. Follows the width of the list and of its times. Returns how to stop.
 */
function keepWhole(list: HTMLElement): () => void {
  const items = [...list.children].filter((each) => each instanceof HTMLElement);
  const mark = (): void => {
    for (const item of items) markCut(item);
    const first = items.find((item) => !item.hasAttribute('data-out'))?.offsetTop ?? 0;
    for (const item of items) item.toggleAttribute('data-wrapped', item.offsetTop > first);
  };
  const observer = new ResizeObserver(mark);
  for (const each of [list, ...list.querySelectorAll('time')]) observer.observe(each);
  mark();
  return () => observer.disconnect();
}

/** Decides between the sentence and the word; `data-out`: not even the word has room. */
function markCut(item: HTMLElement): void {
  item.removeAttribute('data-out');
  item.removeAttribute('data-brief');
  const isCut = (each: Element): boolean => each.scrollWidth > each.clientWidth;
  item.toggleAttribute('data-brief', [...item.querySelectorAll('.cut')].some(isCut));
  item.toggleAttribute('data-out', [...item.children].some(isCut));
}

import {
  AUDIT_WORDS,
  counted,
  type Finding,
  formatCount,
  pluralOf,
  type Sentence as SentenceParts,
  visibleText,
} from '@gcscope/gc-core/wire';
import { Fragment, type ReactNode } from 'react';
import { Command } from '../../ui/Command.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { KindGlyph } from '../../ui/Marks.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { RuleLink } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { SeveritySign } from '../../ui/SeveritySign.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { type AlikeFindings, commonName, ownParts } from './alike-findings.ts';

/** Objects of a card listed at first, and further ones with a press. */
const LISTED = 6;
const PAGE = 100;

/** A mistake, its effect, and the fix; the objects in which it was made, if there are several. */
export function FindingCard({ alike }: { readonly alike: AlikeFindings }): ReactNode {
  const { findings, text, effect, risk } = alike;
  const [{ severity, rule, object, rules }] = findings;
  const isSeveral = findings.length > 1;
  const isWide = useWindow('wide');
  const [listed, more] = useShortened(findings, nounOf(findings), PAGE, LISTED);
  return (
    <li
      className="card report-card finding"
      data-severity={severity}
      data-several={isSeveral || undefined}
    >
      <header className="wraps finding-head">
        <span className="finding-severity">
          <SeveritySign severity={severity} />
          {severity}
        </span>
        {isSeveral ? <Objects findings={findings} /> : <ObjectLink object={object} />}
        <span className="finding-rule">{AUDIT_WORDS[rule]}</span>
      </header>
      <div className="report-text">
        <p>
          <Sentence text={text} />
        </p>
        <p className="finding-effect">
          <Sentence text={effect} />{' '}
          {rules.map((each) => (
            <RuleLink key={each} rule={each} />
          ))}
        </p>
      </div>
      {isSeveral && (
        <div className="report-rest">
          <ul className="report-objects" data-columns="" aria-label="Where it is wrong">
            {listed.map((finding) => (
              <li key={findingKey(finding)} className="wraps">
                <ObjectLink object={finding.object} />
                <OwnNames names={ownParts(finding, alike)} />
              </li>
            ))}
          </ul>
          {more}
        </div>
      )}
      <Fix risk={risk} of={findings} listed={listed} isOpen={isWide && !isSeveral} />
    </li>
  );
}

/** `ConfigMaps`; an object may have several findings. */
function nounOf(findings: readonly Finding[]): string {
  const [first] = findings;
  return first && countOf(findings) === findings.length
    ? pluralOf(visibleText(first.object.kind))
    : 'findings';
}

function countOf(findings: readonly Finding[]): number {
  return new Set(findings.map(({ object }) => object.uid)).size;
}

/** `feature-flags… 110 ConfigMaps · 56 namespaces` */
function Objects({ findings }: Pick<AlikeFindings, 'findings'>): ReactNode {
  const [{ object }] = findings;
  const { apiVersion, namespace } = object;
  const kind = visibleText(object.kind);
  const name = commonName(findings.map((each) => each.object.name));
  const count = countOf(findings);
  const objects = counted(count, kind, pluralOf(kind));
  const namespaces = new Set(findings.map((each) => each.object.namespace)).size;
  return (
    <span className="object-link">
      <KindGlyph apiVersion={apiVersion} kind={object.kind} />
      <span className="object-link-words">
        <span className="name">{visibleText(name)}</span>{' '}
        <span className="soft">
          {count < findings.length
            ? `${formatCount(findings.length)} findings on ${objects}`
            : objects}
          {namespaces > 1
            ? ` · ${formatCount(namespaces)} namespaces`
            : namespace !== '' && ` · ${visibleText(namespace)}`}
        </span>
      </span>
    </span>
  );
}

/** What the sentence above leaves open. */
function OwnNames({ names }: { readonly names: SentenceParts }): ReactNode {
  if (names.length === 0) return null;
  return (
    <span className="soft">
      {names.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sentence keep their places.
        <Fragment key={at}>
          {at > 0 && ', '}
          <Sentence text={[part]} />
        </Fragment>
      ))}
    </span>
  );
}

interface FixProps extends Pick<AlikeFindings, 'risk'> {
  readonly of: readonly Finding[];
  /** Those whose commands are shown. */
  readonly listed: readonly Finding[];
  /** Unfolded at first. */
  readonly isOpen: boolean;
}

/** A command for each object, and all of them with one press. */
function Fix({ risk, of, listed, isOpen }: FixProps): ReactNode {
  return (
    <details className="report-advice" open={isOpen}>
      <summary>
        Fix{listed.length < of.length && ` for the ${formatCount(listed.length)} shown`}
      </summary>
      <p className="soft">
        <Sentence text={risk} />
      </p>
      {listed.map((finding) => (
        <Command
          key={findingKey(finding)}
          text={finding.patch.command}
          what="the kubectl command"
        />
      ))}
      {of.length > 1 && (
        <CopyButton text={of.map(({ patch }) => patch.command).join('\n')} what="all commands">
          Copy all {formatCount(of.length)} commands
        </CopyButton>
      )}
    </details>
  );
}

function findingKey({ id, object }: Finding): string {
  return `${id} ${object.uid}`;
}

import {
  AUDIT_WORDS,
  counted,
  countObjects,
  type Finding,
  formatCount,
  pluralOf,
  type Sentence as SentenceParts,
  visibleText,
} from '@gcscope/gc-core/wire';
import type { ReactNode } from 'react';
import { Command } from '../../ui/Command.tsx';
import { CopyAll } from '../../ui/CopyAll.tsx';
import { KindGlyph } from '../../ui/Marks.tsx';
import { ObjectLink } from '../../ui/ObjectLink.tsx';
import { RuleLinks } from '../../ui/RuleLink.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { SeveritySign } from '../../ui/SeveritySign.tsx';
import { useShortened } from '../../ui/use-shortened.tsx';
import { useWindow } from '../../ui/use-window.ts';
import { type AlikeFindings, commonName, ownText } from './alike-findings.ts';

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
          <Sentence text={effect} />
          <RuleLinks rules={rules} />
        </p>
      </div>
      {isSeveral && (
        <div className="report-rest">
          <ul className="report-objects" data-columns="" aria-label="Where it is wrong">
            {listed.map((finding) => (
              <li key={findingKey(finding)}>
                <div className="report-object">
                  <ObjectLink object={finding.object} />
                </div>
                <Own text={ownText(finding, alike)} />
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
  return first && countObjects(findings) === findings.length
    ? pluralOf(visibleText(first.object.kind))
    : 'findings';
}

/** `feature-flags… 110 ConfigMaps · 56 namespaces` */
function Objects({ findings }: Pick<AlikeFindings, 'findings'>): ReactNode {
  const [{ object }] = findings;
  const { apiVersion, namespace } = object;
  const kind = visibleText(object.kind);
  const name = commonName(findings.map((each) => each.object.name));
  const count = countObjects(findings);
  const objects = counted(count, kind, pluralOf(kind));
  const namespaces = new Set(findings.map((each) => each.object.namespace)).size;
  return (
    <span className="object-link">
      <KindGlyph apiVersion={apiVersion} kind={object.kind} />
      <span className="object-link-text">
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

/** The part of a finding that the sentences above leave open. */
function Own({ text }: { readonly text: SentenceParts }): ReactNode {
  return (
    text.length > 0 && (
      <span className="soft">
        <Sentence text={text} />
      </span>
    )
  );
}

interface FixProps extends Pick<AlikeFindings, 'risk'> {
  readonly of: readonly Finding[];
  /** Findings whose commands are shown. */
  readonly listed: readonly Finding[];
  /** Unfolded at first. */
  readonly isOpen: boolean;
}

/** The fix: all commands with one press, of which many may not be shown, and one for each object. */
function Fix({ risk, of, listed, isOpen }: FixProps): ReactNode {
  return (
    <details className="report-advice" open={isOpen}>
      <summary>Fix</summary>
      <p className="soft">
        <Sentence text={risk} />
      </p>
      <CopyAll commands={of.map(({ patch }) => patch.command)} shown={listed.length} />
      {listed.map((finding) => (
        <Command
          key={findingKey(finding)}
          text={finding.patch.command}
          what="the kubectl command"
        />
      ))}
    </details>
  );
}

function findingKey({ id, object }: Finding): string {
  return `${id} ${object.uid}`;
}

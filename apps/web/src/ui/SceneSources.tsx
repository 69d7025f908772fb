import { Fragment, type ReactNode } from 'react';

/** The sources of a scene; a public issue or pull request is a link. */
export function SceneSources({ sources }: { readonly sources: readonly string[] }): ReactNode {
  if (sources.length === 0) return null;
  return (
    <p className="soft">
      Sources:{' '}
      {sources.map((source, at) => (
        <Fragment key={source}>
          {at > 0 && ', '}
          <Source text={source} />
        </Fragment>
      ))}
      .
    </p>
  );
}

function Source({ text }: { readonly text: string }): ReactNode {
  const [, repository, number] = /^([\w-]+\/[\w.-]+)#(\d+)$/.exec(text) ?? [];
  if (repository === undefined) return text;
  return (
    <a
      href={`https://github.com/${repository}/issues/${number}`}
      target="_blank"
      rel="noreferrer"
      className="text-link"
    >
      {text}
    </a>
  );
}

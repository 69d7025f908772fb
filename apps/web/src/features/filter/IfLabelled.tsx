import type { ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useView, ViewLink } from '../../address/navigation.tsx';
import { ApiError } from '../../data/api.ts';
import { useLabels } from '../../data/use-labels.ts';

/** Shows its children once the labels of the filter are known: until then they would show too much. */
export function IfLabelled({ children }: { readonly children: ReactNode }): ReactNode {
  const view = useView();
  const { uids, error, readAgain } = useLabels(view);
  if (view.labels.length === 0 || uids) return children;
  if (!error) {
    return (
      <div className="message" role="status">
        <h2>Reading labels…</h2>
        <p>gcscope asks the API server which objects have them.</p>
        <progress aria-label="Reading labels" />
      </div>
    );
  }
  // An invalid selector stays invalid, so a retry cannot help.
  const isRefused = error instanceof ApiError && error.code === 'bad-request';
  return (
    <div className="message" role="alert">
      <h2>The labels could not be read</h2>
      <p>{error.message}</p>
      <p className="message-ways">
        {!isRefused && (
          <Button className="button" onPress={readAgain}>
            Try again
          </Button>
        )}
        <ViewLink className="button" change={{ labels: [], camera: undefined }}>
          Remove the label filter
        </ViewLink>
      </p>
    </div>
  );
}

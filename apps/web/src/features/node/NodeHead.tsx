import '../../ui/player-bar.css';
import { visibleText } from '@gcscope/gc-core/wire';
import { drawNode } from '@gcscope/picture';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddress, useGo, useView, ViewLink } from '../../address/navigation.tsx';
import { ShareMenu } from '../../ui/ShareMenu.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useTheme } from '../../ui/theme.ts';
import type { NodeView } from '../../worker/node-messages.ts';
import { pictureOfNode } from './picture-of-node.ts';
import { useLeave } from './use-node.ts';

const SOURCES: Readonly<Record<NodeView['source'], string>> = {
  scene: 'Example node.',
  file: 'Read from a file, which stays in this browser.',
  cri: 'Read from the container runtime.',
  crictl: 'Read from crictl’s output.',
  api: 'Read from the API server.',
  scenario: 'From a scenario.',
};

export interface NodeHeadProps {
  readonly view: NodeView;
  readonly children?: ReactNode;
}

/** The toolbar of the page: source, kubelet release, way out, share. */
export function NodeHead({ view, children }: NodeHeadProps): ReactNode {
  const leave = useLeave();
  const go = useGo();
  const address = useAddress();
  const { moment } = useView();
  const theme = useTheme();
  // Nothing leaves the page.
  const saveSvg = (): void => {
    const svg = drawNode(pictureOfNode(view, moment), { theme });
    saveFile(view.name, 'svg', new Blob([svg], { type: 'image/svg+xml' }));
  };
  return (
    <div className="bar toolbar node-head">
      {leave && (
        <ViewLink page={leave} change={{ selected: undefined }} className="button">
          <ArrowLeft size={14} aria-hidden /> {leave.page === 'scenes' ? 'Scenes' : 'Leave'}
        </ViewLink>
      )}
      <h1 className="node-title cut">{visibleText(view.title)}</h1>
      <span className="soft cut node-source">
        {SOURCES[view.source]}
        {view.readAt !== undefined && ` ${view.readAt}.`} Simulation only.
      </span>
      <span className="toolbar-gap" />
      <label className="player-choice">
        <span className="soft">Kubelet</span>
        <select
          value={view.release}
          onChange={({ target }) => {
            const release = target.value === view.ownRelease ? undefined : target.value;
            go({ release, step: undefined, run: undefined });
          }}
        >
          {view.releases.map((release) => (
            <option key={release}>{release}</option>
          ))}
        </select>
      </label>
      {children}
      <ShareMenu
        link={() => address}
        sections={[{ title: 'This view', items: [{ words: 'Save as SVG', run: saveSvg }] }]}
      />
    </div>
  );
}

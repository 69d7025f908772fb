import '../features/node/node.css';
import '../features/node/notices.css';
import { useQuery } from '@tanstack/react-query';
import { FileUp, Server } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components';
import { useGo, useView, ViewLink } from '../address/navigation.tsx';
import { nodesQuery } from '../data/api.ts';
import { NodeExplorer } from '../features/node/NodeExplorer.tsx';
import { openedNode } from '../features/node/use-node.ts';
import { Command } from '../ui/Command.tsx';
import { FileDrop, FileFault } from '../ui/FileStart.tsx';
import { useMemory } from '../ui/memory.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { documentOf } from '../worker/node-messages.ts';
import { scenesQuery, usePlayerClient } from '../worker/use-player-client.ts';
import { chaptersOf, isOnNode } from './chapters.ts';

/** More than any document of one node. */
const MOST_BYTES = 20 * 1024 * 1024;

/** The command that saves a runtime's data as a file that this page opens. */
const READ_NODE =
  'gcscope kubelet plan --cri /run/containerd/containerd.sock -o reading > node.json';

/** A node from a file, or the page that opens one. */
export function NodeFilePage(): ReactNode {
  const go = useGo();
  const source = useMemory(openedNode);
  if (!source) return <OpenNode />;
  return (
    <NodeExplorer key={source.id} source={source}>
      <Button
        className="button"
        onPress={() => {
          openedNode.set(undefined);
          go({}, { page: 'node' });
        }}
      >
        <FileUp size={14} aria-hidden /> Open another
      </Button>
    </NodeExplorer>
  );
}

function OpenNode(): ReactNode {
  const { settings, fill, moment, run } = useView();
  const isOfLink = [settings, fill, moment, run].some((each) => each !== undefined);
  const [fault, setFault] = useState<string>();
  const open = async (file: File): Promise<void> => {
    if (file.size > MOST_BYTES) {
      setFault(`${file.name} is larger than 20 MiB. Open a document of a single node.`);
      return;
    }
    try {
      openedNode.set(documentOf(await file.text()));
    } catch {
      setFault(`${file.name} cannot be read. Open it again, or open another file.`);
    }
  };
  return (
    <main className="file-start">
      <title>Node · gcscope</title>
      <PageHead title="Node" />
      <p>
        Shows what a kubelet removes from its node, when and why: dead containers, sandboxes, log
        directories, images. Change the policy, the disk usage or the time to compare.
      </p>
      <ServedNodes />
      <p>
        The API server knows the Pods of a node, but not its dead containers, sandboxes, logs and
        images: only the node’s container runtime does. Run this on the node, and open the file
        here:
      </p>
      <Command text={READ_NODE} what="the command that reads a node" />
      {isOfLink && (
        <p role="status">
          This link does not contain the file that it shows. Open the file here to see the same
          view.
        </p>
      )}
      <FileDrop
        label="Drop a file here, YAML or JSON, or"
        endings={['.yaml', '.yml', '.json']}
        onFile={(file) => void open(file)}
      >
        A NodeReading, as <code>gcscope kubelet plan -o reading</code> writes it, or a
        KubeletScenario. The file stays in this browser.
      </FileDrop>
      <FileFault fault={fault} />
      <ExampleNodes />
    </main>
  );
}

/** Scenes on a node. */
function ExampleNodes(): ReactNode {
  const client = usePlayerClient();
  const { data = [] } = useQuery(scenesQuery(client));
  const [chapter] = chaptersOf(data.filter(isOnNode));
  return (
    <section aria-label="Example nodes" className="node-examples">
      <h2>No node at hand? Try an example</h2>
      <ul>
        {chapter?.scenes.map(({ name, title }) => (
          <li key={name}>
            <ViewLink page={{ page: 'scene', name }} className="text-link">
              {title}
            </ViewLink>
          </li>
        ))}
      </ul>
      <p>
        <ViewLink page={{ page: 'scenes' }} className="text-link">
          All scenes
        </ViewLink>
      </p>
    </section>
  );
}

/** The nodes that the server reads, if any. */
function ServedNodes(): ReactNode {
  const { data } = useQuery(nodesQuery());
  if (!data || data.nodes.length === 0) return null;
  return (
    <nav aria-label="Nodes that gcscope reads">
      {data.nodes.map(({ name }) => (
        <ViewLink key={name} page={{ page: 'node', name }} className="button">
          <Server size={14} aria-hidden /> {name}
        </ViewLink>
      ))}
    </nav>
  );
}

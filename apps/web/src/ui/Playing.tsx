import type { ReactNode } from 'react';

/** Progress while a simulation is computed. */
export function Playing(): ReactNode {
  return (
    <main className="message">
      <title>Simulating · gcscope</title>
      <div className="message-says" role="status">
        <h1>Simulating…</h1>
        <progress aria-label="Simulating" />
        <p>The simulation uses a copy. Nothing in the cluster changes.</p>
      </div>
    </main>
  );
}

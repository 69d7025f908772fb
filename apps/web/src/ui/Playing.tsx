import type { ReactNode } from 'react';

/** While a simulation is made. */
export function Playing(): ReactNode {
  return (
    <main className="message" role="status">
      <h1>Simulating…</h1>
      <progress aria-label="Simulating" />
      <p>On a copy of the objects it can reach. Nothing in the cluster changes.</p>
    </main>
  );
}

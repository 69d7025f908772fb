/** A node cannot be read; the message is one sentence that says what is wrong and what to do. */
export class NodeUnreadableError extends Error {
  override readonly name = 'NodeUnreadableError';
}

/** A file or an option that says what a node is like is wrong; the message is one sentence for its writer. */
export class NodeInputError extends Error {
  override readonly name = 'NodeInputError';
}

/** The bytes of a body, `undefined` when there are more than the limit. Its pieces are overwritten with zeros. */
export async function readWhole(
  body: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > limit) return undefined;
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  for (const part of parts) part.fill(0);
  return whole;
}

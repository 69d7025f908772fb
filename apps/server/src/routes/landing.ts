/** Where a person lands after signing in: an address of this server, whatever the link says. */
export function landing(to: unknown): string {
  const isOurs = typeof to === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(to);
  return isOurs ? to : '/';
}
